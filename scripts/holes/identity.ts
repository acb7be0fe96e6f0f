import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, mailsTo, mailTo, tally, tokenIn } from './attack.ts'
import { signInOwner } from './booking.ts'
import { createCaller, read, show } from './portal.ts'

/** Links, passwords and sessions. */
export const identity: Attack[] = [
  {
    finding: '1.7',
    what: 'the phone of a removed account, read by a stranger with its address',
    async run(portal) {
      const email = 'gone@patients.example'
      const first = createCaller(portal)
      await first.signUp({ email })
      const [mail] = await mailTo(portal, email, /verification/)
      await confirm(first, tokenIn(mail))
      const stored = await first.call('PUT', '/reminder-settings', {
        byMail: true,
        bySms: false,
        phone: '+17185550177',
      })
      const staff = await signInOwner(portal)
      await staff.call('DELETE', `/users/${email}`)
      const stranger = createCaller(portal)
      await stranger.signUp({ email })
      const notices = await stranger.call('GET', '/reminder-settings')
      return {
        answers: `stored ${show(stored)}; GET /reminder-settings ${show(notices)}, phone ${JSON.stringify(read(notices.body, 'phone') ?? null)}`,
        held: stored.status === 200 && !notices.text.includes('7185550177'),
      }
    },
  },
  {
    finding: '1.8',
    what: 'a confirmation link: only looked at; used twice; of a removed account, for its successor',
    async run(portal) {
      const email = 'linked@patients.example'
      const first = createCaller(portal)
      await first.signUp({ email })
      const [mail] = await mailTo(portal, email, /verification/)
      const token = tokenIn(mail)
      const outsider = createCaller(portal)
      const looked = await outsider.call('GET', `/verify-email?token=${token}`)
      const fetched = await outsider.call('GET', `/api/auth/verify-email?token=${token}`)
      const untouched = await isConfirmed(first)
      const bare = await confirm(outsider, token)
      const afterBare = await isConfirmed(first)
      const staff = await signInOwner(portal)
      await staff.call('DELETE', `/users/${email}`)
      const successor = createCaller(portal)
      await successor.signUp({ email })
      const late = await confirm(successor, token)
      const late2 = await isConfirmed(successor)
      return {
        answers: `looked at ${show(looked)}/${show(fetched)}: confirmed ${untouched}; pressed without the session ${show(bare)}: confirmed ${afterBare}; after removal ${show(late)}: confirmed ${late2}`,
        held: !untouched && !afterBare && !late2,
      }
    },
  },
  {
    finding: '1.9',
    what: 'a second reset link after the first one set a password',
    async run(portal) {
      const email = 'resetter@patients.example'
      const person = createCaller(portal)
      await person.signUp({ email })
      await person.call('POST', '/api/auth/request-password-reset', { email })
      await person.call('POST', '/api/auth/request-password-reset', { email })
      for (let tries = 0; tries < 100; tries += 1) {
        if ((await mailTo(portal, email, /reset/)).length >= 2) break
        await wait(100)
      }
      const [one, other] = (await mailTo(portal, email, /reset/)).map(tokenIn)
      const reset = (token = '', newPassword = '') =>
        person.call('POST', '/api/auth/reset-password', { token, newPassword })
      const first = await reset(one, 'a new evening at sea')
      const second = await reset(other, 'the thief comes back')
      const told = (await mailsTo(portal, email)).filter(({ name }) => /changed/.test(name))
      return {
        answers: `first ${show(first)}, second ${show(second)}; ${told.length} mail that it changed`,
        held: first.status === 200 && second.status >= 400 && told.length === 1,
      }
    },
  },
  {
    finding: '1.10',
    what: 'common passwords at sign-up',
    async run(portal) {
      const words = ['123456', 'password', 'qwerty', '111111', 'molardental']
      const answers = []
      for (const [place, password] of words.entries()) {
        const email = `weak${place}@patients.example`
        answers.push(await createCaller(portal).signUp({ email, password }))
      }
      return { answers: tally(answers), held: answers.every(({ status }) => status === 400) }
    },
  },
  {
    finding: '1.15',
    what: 'the session token in the JSON of sign-up, sign-in and get-session',
    async run(portal) {
      const email = 'tokens@patients.example'
      const password = 'a quiet evening at sea'
      const person = createCaller(portal)
      const up = await person.call('POST', '/api/auth/sign-up/email', {
        name: 'Tom',
        email,
        password,
      })
      const session = await person.call('GET', '/api/auth/get-session')
      const cookie =
        [...person.cookies].find(([name]) => name.endsWith('session_token'))?.[1] ?? '-'
      const former = createCaller(portal)
      for (const [name, value] of person.cookies) former.cookies.set(name, value)
      const signedIn = await person.call('POST', '/api/auth/sign-in/email', { email, password })
      const old = await former.call('GET', '/api/auth/get-session')
      const secret = decodeURIComponent(cookie).split('.')[0] ?? '-'
      const leaks = [up, session, signedIn].filter(({ text }) => text.includes(secret)).length
      return {
        answers: `${show(up)}, ${show(session)}, ${show(signedIn)}: ${leaks} with the token; the former session ${old.text === 'null' ? 'has ended' : 'lives'}`,
        held: leaks === 0 && old.text === 'null',
      }
    },
  },
  {
    finding: '1.15',
    what: '20 resets of one address at once',
    async run(portal) {
      const email = 'racer@patients.example'
      await createCaller(portal).signUp({ email })
      const ask = () =>
        createCaller(portal).call('POST', '/api/auth/request-password-reset', { email })
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      const mails = (await mailsTo(portal, email)).filter(({ name }) => /reset/.test(name))
      return { answers: `${tally(answers)}; ${mails.length} mails`, held: mails.length <= 5 }
    },
  },
]

/** Follows a confirmation link as the page does. */
function confirm({ call }: ReturnType<typeof createCaller>, token: string) {
  return call('PUT', '/email-confirmation', { token })
}

async function isConfirmed({ call }: ReturnType<typeof createCaller>): Promise<boolean> {
  const { body } = await call('GET', '/api/auth/get-session')
  return read(read(body, 'user'), 'emailVerified') === true
}

/** Attacks that need rate limits and a proxy. */
export const proxied: Attack[] = [
  {
    finding: '1.10',
    what: '200 wrong guesses at one account from 20 addresses, then the right password from its own',
    async run(portal) {
      const email = 'guessed@patients.example'
      const password = 'a quiet evening at sea'
      await createCaller(portal, '198.51.100.1').signUp({ email, password })
      const answers = []
      for (let number = 0; number < 200; number += 1) {
        const guesser = createCaller(portal, `203.0.113.${1 + (number % 20)}`)
        answers.push(await guesser.signIn({ email, password: `wrong guess ${number}` }))
      }
      const tried = answers.filter(({ status }) => status === 401).length
      const own = await createCaller(portal, '198.51.100.1').signIn({ email, password })
      return {
        answers: `${tally(answers)}; the owner from their own network ${show(own)}`,
        held: tried < 50 && own.status === 200,
      }
    },
  },
  {
    finding: '1.13',
    what: '14 wrong sign-ins from 14 addresses whose proxy adds a port',
    async run(portal) {
      const answers = []
      for (let number = 1; number <= 14; number += 1) {
        const visitor = createCaller(portal, `192.0.2.${number}:${40_000 + number}`)
        const email = `nobody${number}@patients.example`
        answers.push(await visitor.signIn({ email, password: 'not the password' }))
      }
      return { answers: tally(answers), held: answers.every(({ status }) => status === 401) }
    },
  },
]
