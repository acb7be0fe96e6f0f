import { createRequire } from 'node:module'

/** Characters of a password that staff set; the specification's 6 are for patients. */
export const staffPasswordLength = 12

/** The 49,000 most frequent of leaks, in lower case; 4 MB, read when the first password is checked. */
let leaked: ReadonlySet<string> | undefined

function isLeaked(password: string): boolean {
  if (!leaked) {
    const load = createRequire(import.meta.url)
    const lists: typeof import('@zxcvbn-ts/language-common') = load('@zxcvbn-ts/language-common')
    leaked = new Set(lists.dictionary['passwords-common'])
  }
  return leaked.has(password.toLowerCase())
}

/**
 * Words that lists of stolen passwords start with, and those of this trade. Written for this portal: not
 * taken from a list of real passwords.
 */
const commonWords = `password passwort passw pass passwd mypassword thepassword newpassword changeme changeit default
temp temppass temporary letmein letmeinnow welcome welcomeback login logmein signin access
accessgranted enter opensesame openup admin administrator adminadmin root toor superuser
sysadmin system server master manager owner user username guest test tester testing testtest
demo sample example secret topsecret private security secure trustno trustnoone nopassword
iloveyou iloveu loveyou lovely loveme love lover lovers truelove mylove babygirl baby babe honey
sweety sweetheart sunshine princess princesa prince queen king angel angels angelo angelina
heaven flower flowers butterfly rainbow monkey dragon tiger tigger lion eagle falcon hawk
panther wolf wolverine phoenix dolphin dolphins bear bubba buster shadow ninja samurai warrior
hunter killer ranger knight wizard magic merlin gandalf frodo hobbit superman batman spiderman
ironman wonderwoman captain avengers marvel joker starwars skywalker darthvader yoda startrek
matrix neo pokemon pikachu mario zelda minecraft fortnite roblox hello hellohello helloworld
hellokitty kitty football futbol soccer baseball basketball hockey golf golfer tennis boxing
yankees cowboys lakers steelers redsox arsenal chelsea liverpool barcelona realmadrid juventus
manchester giants eagles patriots packers bulldogs michael jordan michelle jennifer jessica
jessie ashley amanda nicole daniel daniela andrew andrea anthony thomas robert robbie charlie
charles william matthew joshua justin brandon george maggie hannah harley pepper ginger cookie
jose juan maria carlos miguel alejandro alejandra fernando sandra teresa roberto estrella
amorcito teamo tequiero contrasena contrasenia clave secreto bienvenido bienvenida hola amor
corazon mariposa bonita hermosa mexico colombia argentina espana america usa newyork brooklyn
california texas florida london paris chicago boston summer winter spring autumn monday friday
sunday january february march april june july august september october november december
christmas birthday happy smile smiles cheese chocolate banana orange apple peaches cherry coffee
pepsi cocacola whiskey vodka beer pizza computer internet google facebook instagram twitter
whatsapp iphone samsung nokia windows microsoft linux ubuntu macbook android gmail yahoo hotmail
outlook amazon netflix youtube mustang corvette ferrari porsche mercedes toyota honda yamaha
harleydavidson ducati camaro chevy ford money dollar dollars million millionaire rich gold
golden silver diamond diamonds platinum jackpot lucky winner freedom liberty peace hope faith
jesus jesuschrist christ god blessed blessing church bible amen blink metallica nirvana slipknot
eminem rockyou rockstar guitar music dancer dance purple blue green yellow whatever nothing
something forever always never please thankyou goodbye hottie sexy sexybaby fuckyou fuckoff
asshole bullshit pussy biteme bigdick cheater cocaine marijuana family mother father mommy daddy
mama papa brother sister friend friends bestfriend school college student teacher doctor dentist
dental dentalclinic clinic clinica dientes dentista muela molar teeth tooth toothfairy
toothbrush toothpaste braces cavity orthodontics hygienist patient paciente cita appointment
reception receptionist frontdesk office staff hospital medical medicine nurse health qwe qaz zaq
wsx asd zxc abc abcd xyz aaa`

/** Runs of neighbouring keys, and of letters and digits in their order. */
const keyboardRows = `01234567890 abcdefghijklmnopqrstuvwxyz
qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm
1qaz2wsx3edc4rfv5tgb6yhn7ujm qazwsxedcrfvtgbyhnujm qwerasdfzxcv qweasdzxc
1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 a1b2c3d4e5f6 1a2b3c4d5e6f 147258369 159753 741852963`

const common = new Set(commonWords.split(/\s+/))
const rows = keyboardRows.split(/\s+/).flatMap((row) => [row, [...row].reverse().join('')])

/**
 * Whether a password is among the first guesses: one of a leak, a well-known word, a run of keys, a
 * repetition, or one of `names` (the clinic's, the account's), with any capitals, signs and the usual digits
 * for letters or at its ends.
 */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  if (isLeaked(password)) return true
  const lower = withoutAccents(password)
  const plain = lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (isPattern(plain)) return true
  const ends = /^\d*|\d*$/g
  const digits = (plain.match(ends) ?? []).join('')
  // More digits than a year are a secret of their own, unless they are a pattern.
  if (digits.length > 4 && !isPattern(digits)) return false
  const cores = [plain, ...spellings(lower)].map((text) => text.replace(ends, ''))
  const known = madeOf(names)
  return cores.some((core) => common.has(core) || known(core) || (core !== '' && isPattern(core)))
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** All of two characters, something repeated, or neighbours on the keyboard or in the alphabet. */
function isPattern(text: string): boolean {
  if (new Set(text).size <= 2 || /^(.+)\1+$/u.test(text)) return true
  return rows.some((row) => row.includes(text))
}

/** The letters that signs and digits stand for; a 1 is read as either of two. */
function spellings(text: string): string[] {
  const letters = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', $: 's', 5: 's', 7: 't' }
  const spelled = Object.entries(letters).reduce(
    (read, [sign, letter]) => read.replaceAll(sign, letter),
    text.replace(/\d+$/, ''),
  )
  return ['i', 'l'].map((one) => spelled.replaceAll(/[1!]/g, one).replace(/[^\p{L}\p{N}]/gu, ''))
}

/** Whether a text is made of the words of some names and of nothing else. */
function madeOf(names: readonly string[]): (text: string) => boolean {
  const words = names.flatMap((name) => withoutAccents(name).match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length)
  return (text) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
    return text !== '' && rest === ''
  }
}
