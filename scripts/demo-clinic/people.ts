import { addDays, type Day } from '../../contract/date.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { Dice } from './dice.ts'
import type { Person } from './portal.ts'

/** A patient of the demo clinic, possibly not yet in the portal. */
export type DemoPatient = {
  name: string
  birthDate: Day
  isChild: boolean
  phone: string
  /** '' for a patient without one. */
  email: string
  language: 'en' | 'es'
  alert: string
  note: string
  /** Has an account. */
  signsIn: boolean
  /** The account holder who books for them. */
  holder?: DemoPatient
  relation?: Relation
  /** Set once they are in the portal: the account, the record, and a dependent's place in the list. */
  account?: Person
  recordId?: string
  dependentId?: string
}

const first = [
  ...['Amara', 'Beatriz', 'Caleb', 'Dolores', 'Elias', 'Farah', 'Gideon', 'Harriet', 'Imani'],
  ...['Joaquín', 'Keiko', 'Lamar', 'Maeve', 'Nadia', 'Oscar', 'Priya', 'Quentin', 'Rosa', 'Silas'],
  ...['Tamsin', 'Umar', 'Vera', 'Wendell', 'Ximena', 'Yusuf', 'Zofia', 'Anselm', 'Brigid', 'Corin'],
  ...['Delphine', 'Emeka', 'Fiona', 'Graciela', 'Hugo', 'Ines', 'Jonas', 'Kaya', 'Lucía', 'Milo'],
  ...['Noor', 'Ottilie', 'Pascal', 'Rafael', 'Soraya', 'Theo', 'Ursula', 'Viktor', 'Winona', 'Zev'],
]
const last = [
  ...['Abernathy', 'Bellweather', 'Castro', 'Dunmore', 'Eriksen', 'Fontaine', 'Garrison', 'Haddad'],
  ...['Ibarra', 'Jankowski', 'Kessler', 'Lindgren', 'Moreau', 'Nakamura', 'Obafemi', 'Pemberton'],
  ...['Quiroga', 'Rosenthal', 'Sandoval', 'Thackeray', 'Underhill', 'Valdez', 'Whitcomb', 'Yamada'],
  ...['Zielinski', 'Ashgrove', 'Boateng', 'Cavendish', 'Delacroix', 'Eastman', 'Farrow', 'Gupta'],
  ...['Hollis', 'Iwasaki', 'Jefferson', 'Kowalczyk', 'Larkspur', 'Mendoza', 'Norwood', 'Okonkwo'],
]
const alerts = [
  ...['Penicillin allergy', 'Latex allergy', 'Takes blood thinners', 'Type 1 diabetes'],
  ...['Pacemaker', 'Asthma, brings an inhaler', 'Lidocaine allergy'],
]
const notes = [
  ...['Prefers mornings.', 'Very anxious: explain each step first.', 'Wheelchair: use Chair 1.'],
  ...[
    'Asks to be called, not mailed.',
    'Hard of hearing on the left.',
    'Gag reflex, small sensor.',
  ],
  ...['Insurance card copied in spring.', 'Grinds at night, has a guard since last year.'],
]

/** Makes this many patients: families with an account, other accounts, and patients without one. */
export function makePatients(dice: Dice, count: number, today: Day): DemoPatient[] {
  const patients: DemoPatient[] = []
  const names = dice.shuffled(first.flatMap((one) => last.map((other) => [one, other] as const)))
  const nextName = () => names.pop() ?? ['Pat', 'Doe']
  const common = (name: string, isChild: boolean) => ({
    ...{ name, isChild, birthDate: birthDate(dice, today, isChild) },
    language: dice.chance(0.15) ? ('es' as const) : ('en' as const),
    alert: dice.chance(0.12) ? dice.pick(alerts) : '',
    note: dice.chance(0.18) ? dice.pick(notes) : '',
  })
  while (patients.length < count) {
    const [given, family] = nextName()
    const place = patients.length
    const signsIn = dice.chance(0.4)
    const email = `${fold(given)}.${fold(family)}@patients.example`
    const adult: DemoPatient = {
      ...common(`${given} ${family}`, false),
      phone: phoneOf(place),
      email: signsIn || dice.chance(0.65) ? email : '',
      signsIn,
    }
    patients.push(adult)
    if (!signsIn || !dice.chance(0.6)) continue
    const dependents = Math.min(dice.between(1, 3), count - patients.length)
    for (let child = 0; child < dependents; child += 1) {
      const [own] = nextName()
      const isChild = child > 0 || dice.chance(0.75)
      patients.push({
        ...common(`${own} ${family}`, isChild),
        ...{ phone: '', email: '', signsIn: false, holder: adult, language: adult.language },
        relation: isChild ? 'child' : 'partner',
      })
    }
  }
  return patients
}

function birthDate(dice: Dice, today: Day, isChild: boolean): Day {
  const years = isChild ? dice.between(3, 15) : dice.between(19, 84)
  return addDays(today, -Math.round(years * 365.25) - dice.between(0, 360))
}

/** Numbers reserved for fiction: 555-0100 to 555-0199 of each area. */
function phoneOf(place: number): string {
  const areas = [718, 347, 917, 929, 646, 212]
  const number = 100 + (Math.floor(place / areas.length) % 100)
  return `(${areas[place % areas.length]}) 555-0${number}`
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
