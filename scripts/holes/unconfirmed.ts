import { type Attack, mailsTo, tally } from './attack.ts'
import { book, bookByStaff, freeSlots, signInOwner } from './booking.ts'
import { createCaller, owner, read, show } from './portal.ts'

/** What an account with an unconfirmed e-mail may do. */
export const unconfirmed: Attack[] = [
  {
    finding: '1.1',
    what: 'staff make an address admin that nobody has confirmed',
    async run(portal) {
      const squatter = createCaller(portal)
      await squatter.signUp({ email: 'dr.smile@clinic-staff.example' })
      const staff = await signInOwner(portal)
      const made = await staff.call('PUT', '/users/admin/dr.smile@clinic-staff.example')
      const users = await squatter.call('GET', '/users')
      const removal = await squatter.call('DELETE', `/users/${owner.email}`)
      return {
        answers: `promotion ${show(made)}; its GET /users ${show(users)}, removing the owner ${show(removal)}`,
        held: made.status === 409 && users.status === 403 && removal.status === 403,
      }
    },
  },
  {
    finding: '1.2',
    what: 'one unconfirmed account with 16 family members books every slot of a day',
    async run(portal) {
      const email = 'greedy@patients.example'
      const greedy = createCaller(portal)
      await greedy.signUp({ email })
      const people: (string | undefined)[] = [undefined]
      for (let number = 0; number < 16; number += 1) {
        const names = ['Ann', 'Ben', 'Cid', 'Dot', 'Eve', 'Flo', 'Gil', 'Hal']
        const name = `${names[number % 8]} Stranger ${number < 8 ? 'Elder' : 'Younger'}`
        const { body } = await greedy.call('POST', '/family', { name, relation: 'child' })
        people.push(String(read(body, '_id')))
      }
      const slots = await freeSlots(portal)
      const answers = await Promise.all(
        slots.map((slot, place) => book(greedy, email, slot, people[place % people.length])),
      )
      const booked = answers.filter(({ status }) => status === 200).length
      return { answers: `of ${slots.length}: ${tally(answers)}`, held: booked <= 3 }
    },
  },
  {
    finding: '1.2',
    what: 'one unconfirmed account holds slots by the waitlist alone',
    async run(portal) {
      const waiter = createCaller(portal)
      await waiter.signUp({ email: 'waiter@patients.example' })
      const slots = await freeSlots(portal, 10)
      const treatments = [...new Set(slots.map(({ treatmentId }) => treatmentId))]
      const from = slots[0]?.date
      const until = new Date(Date.parse(`${from}T12:00Z`) + 7 * 86_400_000)
      const suits = {
        from,
        until: until.toISOString().slice(0, 10),
        fromMinute: 0,
        untilMinute: 1440,
      }
      const weekdays = [0, 1, 2, 3, 4, 5, 6]
      const asked = []
      for (const treatmentId of treatments) {
        const input = { ...suits, weekdays, treatmentId, appointment: null, phone: '' }
        asked.push(await waiter.call('POST', '/waitlist', input))
      }
      const after = await freeSlots(portal, 10)
      return {
        answers: `${tally(asked)}; free slots ${slots.length} before, ${after.length} after`,
        held: after.length === slots.length,
      }
    },
  },
  {
    finding: '1.3',
    what: '25 rounds of booking and cancelling mail an address that never asked',
    async run(portal) {
      const email = 'bombed@victims.example'
      const bomber = createCaller(portal)
      await bomber.signUp({ email })
      const slots = await freeSlots(portal, 12)
      const answers = []
      for (const slot of slots.slice(0, 25)) {
        const made = await book(bomber, email, slot)
        answers.push(made)
        const id = String(read(read(made.body, 'booking'), '_id'))
        const terms = await bomber.call('GET', `/booking/${id}/change`)
        const revision = read(terms.body, 'revision')
        await bomber.call('POST', `/booking/${id}/cancel`, { revision, refund: 0 })
      }
      const mails = await mailsTo(portal, email)
      return {
        answers: `${tally(answers)}; ${mails.length} mail: ${mails.map(({ subject }) => subject).join(' | ')}`,
        held: mails.length === 1,
      }
    },
  },
  {
    finding: '1.3',
    what: 'a name with line breaks and a link',
    async run(portal) {
      const name = 'you.\n\nYour card was charged $980. Dispute it here: https://evil.example/x'
      const signUp = await createCaller(portal).signUp({ email: 'phish@victims.example', name })
      const parent = createCaller(portal)
      await parent.signUp({ email: 'parent@patients.example' })
      const family = await parent.call('POST', '/family', { name, relation: 'child' })
      return {
        answers: `sign-up ${show(signUp)}, family ${show(family)}`,
        held: signUp.status === 400 && family.status === 400,
      }
    },
  },
  {
    finding: '1.6',
    what: 'a stranger signs up with a patient’s address and asks what she has booked',
    async run(portal) {
      const vera = 'vera@patients.example'
      const slots = await freeSlots(portal, 16)
      const [hers] = slots
      if (!hers) throw new Error('no slots')
      const staff = await signInOwner(portal)
      const made = await bookByStaff(staff, hers, vera)
      const stranger = createCaller(portal)
      await stranger.signUp({ email: vera })
      const sameTreatment = slots.find(
        (one) => one.treatmentId === hers.treatmentId && one.slot !== hers.slot,
      )
      const sameTime = slots.find(
        (one) => one.treatmentId !== hers.treatmentId && one.slot === hers.slot,
      )
      if (!sameTreatment || !sameTime) throw new Error('no slots to ask with')
      const answers = [
        await book(stranger, vera, sameTreatment),
        await book(stranger, vera, sameTime),
      ]
      const own = await stranger.call('GET', `/booking?email=${vera}`)
      const seen = Array.isArray(own.body) ? own.body.length : -1
      const again = slots.find(({ treatmentId, slot }) =>
        [hers, sameTreatment, sameTime].every(
          (one) => one.slot !== slot && (one === sameTime || one.treatmentId !== treatmentId),
        ),
      )
      const byStaff = again && (await bookByStaff(staff, again, vera))
      return {
        answers: `same treatment ${show(answers[0] ?? made)}, same time ${show(answers[1] ?? made)}; sees ${seen} of 3; staff book for her again ${byStaff ? show(byStaff) : '-'}`,
        held:
          answers.every(({ status }) => status === 200) && seen === 2 && byStaff?.status === 200,
      }
    },
  },
]
