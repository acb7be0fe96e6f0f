import { type Attack, median } from './attack.ts'
import { book, freeSlots, type Slot } from './booking.ts'
import { createCaller, owner, type Portal, read } from './portal.ts'

type Answer = Awaited<ReturnType<ReturnType<typeof createCaller>['call']>>
const password = 'a quiet evening at sea'

/** Whether a sign-up reveals that its address has an account. */
export const signUp: Attack[] = [
  {
    finding: '1.15',
    what: 'sign-up with a taken address: answers, and everything that can be asked after it',
    async run(portal) {
      const slots = await freeSlots(portal, 30)
      const fresh = await liveAfter(portal, 'fresh@patients.example', slots.slice(0, 2))
      const taken = await liveAfter(portal, owner.email, slots.slice(2, 4))
      const differing = fresh.flatMap(({ step, says }, place) =>
        taken[place]?.says === says ? [] : [`${step}: ${says} / ${taken[place]?.says}`],
      )
      const statuses = taken.map(({ step, status }) => `${step} ${status}`)
      return {
        answers: `${statuses.join(', ')}; ${differing.join('; ') || 'all as after a new one'}`,
        held: differing.length === 0 && taken.every(({ status }) => status < 500),
      }
    },
  },
  {
    finding: '1.15',
    what: 'the time of a sign-up and of signing in, with a taken address and with a new one',
    async run(portal) {
      const times = { free: [] as number[], taken: [] as number[] }
      for (let number = 0; number < 12; number += 1) {
        times.free.push(await timeOf(portal, `free${number}@patients.example`))
        times.taken.push(await timeOf(portal, owner.email))
      }
      const [free, taken] = [median(times.free), median(times.taken)]
      return {
        answers: `median ${free.toFixed(0)} ms new, ${taken.toFixed(0)} ms taken`,
        held: Math.max(free, taken) < 1.5 * Math.min(free, taken),
      }
    },
  },
  {
    finding: '1.15',
    what: 'a second sign-up reads, or guesses its way into, the account of its address',
    async run(portal) {
      const stranger = createCaller(portal)
      await stranger.signUp({ email: owner.email })
      const admin = await stranger.call('GET', `/admin/${owner.email}`)
      const users = await stranger.call('GET', '/users')
      const session = await stranger.call('GET', '/api/auth/get-session')
      const staff = await createCaller(portal).signIn(owner)
      return {
        answers: `admin ${admin.text}, GET /users ${users.status}, session ${session.text}; the owner signs in ${staff.status}`,
        held: read(admin.body, 'admin') === false && users.status === 403 && staff.status === 200,
      }
    },
  },
]

/** Signs up with an address, tries what an account can do, and lists the answers. */
async function liveAfter(portal: Portal, email: string, [one, other]: Slot[]) {
  if (!one || !other) throw new Error('no slots')
  const person = createCaller(portal)
  const { call } = person
  const steps: { step: string; status: number; says: string }[] = []
  const note = async (step: string, asked: Promise<Answer>) => {
    const answer = await asked
    steps.push({ step, status: answer.status, says: shapeOf(answer, email) })
  }
  const credentials = { email, password }
  await note('sign-up', call('POST', '/api/auth/sign-up/email', { name: 'Sam', ...credentials }))
  await note('session', call('GET', '/api/auth/get-session'))
  await note('exchange', call('PUT', `/users/${email}`, { email }))
  await person.exchange(email)
  await note('booking', book(person, email, one))
  await note('booking', book(person, email, other))
  await note('list', call('GET', `/booking?email=${email}`))
  await note('admin', call('GET', `/admin/${email}`))
  await note('users', call('GET', '/users'))
  await note('notices', call('GET', '/reminder-settings'))
  await note('mail again', call('POST', '/account/confirmation'))
  await note('forgot', call('POST', '/api/auth/request-password-reset', { email }))
  await note('sign-out', call('POST', '/api/auth/sign-out'))
  const wrong = { email, password: 'not the one' }
  await note('wrong password', call('POST', '/api/auth/sign-in/email', wrong))
  await note('sign-in', call('POST', '/api/auth/sign-in/email', credentials))
  await note('session', call('GET', '/api/auth/get-session'))
  return steps
}

/** Status, headers, cookies and body, without the parts that always differ. */
function shapeOf({ status, headers, body }: Answer, email: string): string {
  const shown = [...headers].flatMap(([name, value]) => {
    if (['date', 'x-request-id', 'content-length'].includes(name)) return []
    return [`${name}: ${name === 'set-cookie' ? value.replace(/=[^;]*/, '') : value}`]
  })
  return JSON.stringify([status, shown, keysOf(body, email)])
}

/** The names of a body's fields, with the values of those about a person. */
function keysOf(body: unknown, email: string): unknown {
  if (Array.isArray(body)) return body.map((one: unknown) => keysOf(one, email))
  if (typeof body === 'object' && body !== null) {
    return Object.entries(body).map(([name, value]) => [name, keysOf(value, email)])
  }
  if (body === email) return 'the address'
  return typeof body === 'boolean' ? body : typeof body
}

/** Milliseconds of a sign-up and of signing in after it. */
async function timeOf(portal: Portal, email: string): Promise<number> {
  const { call } = createCaller(portal)
  const began = performance.now()
  await call('POST', '/api/auth/sign-up/email', { name: 'Sam', email, password })
  await createCaller(portal).call('POST', '/api/auth/sign-in/email', { email, password })
  return performance.now() - began
}
