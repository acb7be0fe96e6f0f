import * as z from 'zod'
import { Booking } from '../../../contract/appointments/appointment.ts'
import { Receipt } from '../../../contract/payments/endpoints.ts'
import { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import type { Person } from '../../fuzz/people.ts'
import { call } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import { type CardCall, type CardKind, cardRules, type Till } from './cards.ts'
import type { Family, Play } from './play.ts'

type Bill = { id: string; holder: Person; price: number }

/** Two patients, each with an unpaid appointment. */
async function openBills({ clinic, servers }: Scene): Promise<Bill[]> {
  const treatment = clinic.treatments[1]
  const bills: Bill[] = []
  for (const [at, holder] of clinic.patients.slice(0, 2).entries()) {
    const price = treatment?.price ?? 0
    const chosen = { treatmentId: treatment?._id, price, phone: '', patient: holder.email }
    const body = { ...chosen, date: clinic.days[3], slot: treatment?.slots[at] }
    const origin = servers[0]?.origin ?? ''
    const reply = await call(clinic, origin, ['POST', '/booking', holder, body])
    const { _id: id } = Booking.parse(reply?.body.booking)
    bills.push({ id, holder, price })
  }
  return bills
}

const numbers: Readonly<Record<CardKind, string>> = {
  success: '4242424242424242',
  decline: '4000000000000002',
  challenge: '4000002500003155',
}

/** Opened payments: the secret that confirms each, and its appointment. */
type Known = Map<string, { secret: string; bill: Bill }>

const Opened = z.object({ clientSecret: z.string() })

async function open({ ask }: Play<CardCall>, known: Known, bill: Bill): Promise<void> {
  const { id: of, holder: by, price } = bill
  const body = { price, appointment: of }
  await ask({ endpoint: 'createPaymentIntent', by, body }, (reply, answer) => {
    if (answer !== 'ok') return [{ kind: 'open', of, answer }]
    const { clientSecret: secret } = Opened.parse(reply.json)
    const [intent = ''] = secret.split('_secret_')
    known.set(intent, { secret, bill })
    return [{ kind: 'open', of, answer, intent }]
  })
}

const Status = z.object({ status: z.string() })
const Made = z.object({ id: z.string() })

async function charge(
  { scene: { dice }, ask }: Play<CardCall>,
  intent: string,
  { secret, bill: { holder: by } }: { secret: string; bill: Bill },
): Promise<void> {
  const card = dice.pick(['success', 'success', 'decline', 'challenge', 'challenge'] as const)
  const billing = { name: by.name, email: by.email }
  const typed = { number: numbers[card], expMonth: 12, expYear: 2034, cvc: '123', billing }
  let paymentMethod = ''
  await ask({ endpoint: 'createSandboxCard', by, body: typed }, (reply, answer) => {
    if (answer === 'ok') paymentMethod = Made.parse(reply.json).id
    return []
  })
  const body = { clientSecret: secret, paymentMethod }
  await ask({ endpoint: 'confirmSandboxIntent', by, body }, (reply, code) => {
    const answer = code === 'ok' ? Status.parse(reply.json).status : code
    return [{ kind: 'charge', intent, card, answer }]
  })
}

async function answerChallenge(
  { scene: { dice }, ask }: Play<CardCall>,
  intent: string,
  { secret, bill }: { secret: string; bill: Bill },
): Promise<void> {
  const passes = dice.chance(0.6)
  const body = { clientSecret: secret, outcome: passes ? 'pass' : 'fail' }
  const asked = { endpoint: 'answerSandboxChallenge', by: bill.holder, body } as const
  await ask(asked, (reply, code) => {
    const answer = code === 'ok' ? Status.parse(reply.json).status : code
    return [{ kind: 'challenge', intent, passes, answer }]
  })
}

async function confirm({ ask }: Play<CardCall>, intent: string, { id: of, holder: by }: Bill) {
  const body = { appointment: of, transactionId: intent }
  await ask({ endpoint: 'confirmPayment', by, params: { id: of }, body }, (reply, answer) => {
    const recorded = { kind: 'confirm', of, intent, answer } as const
    if (answer !== 'ok') return [recorded]
    // The appointment is read after the payment is recorded, when it may already be refunded.
    return [recorded, { kind: 'read', of, isDue: Booking.parse(reply.json).due > 0 }]
  })
}

async function refund({ scene, ask }: Play<CardCall>, { id: of }: Bill): Promise<void> {
  const by = scene.clinic.staff
  const asked = { endpoint: 'refundAppointment', by, params: { id: of } } as const
  await ask({ ...asked, body: { reason: 'Ill' } }, (_, answer) => [{ kind: 'refund', of, answer }])
}

async function read({ scene, ask }: Play<CardCall>, { id: of }: Bill): Promise<void> {
  const asked = {
    endpoint: 'readStaffAppointment',
    by: scene.clinic.staff,
    params: { id: of },
  } as const
  await ask(asked, (reply, answer) => {
    if (answer !== 'ok') return []
    const { due } = StaffAppointment.parse(reply.body.appointment)
    return [{ kind: 'read', of, isDue: due > 0 }]
  })
}

async function readReceipt({ ask }: Play<CardCall>, { id: of, holder: by }: Bill): Promise<void> {
  await ask({ endpoint: 'readReceipt', by, params: { id: of } }, (reply, answer) => {
    if (answer === 'not_paid') return [{ kind: 'receipt', of, seen: {} }]
    if (answer !== 'ok') return []
    const { payments } = Receipt.parse(reply.json)
    const seen = payments.map(({ transactionId, refunds }) => [transactionId, refunds.length])
    return [{ kind: 'receipt', of, seen: Object.fromEntries(seen) }]
  })
}

/** For each appointment the open or paid payments, and one refunded payment as proof that it was paid. */
function keep(till: Till): Till {
  const isOver = ({ money }: Till[string]) => money === 'returned' || money === 'returning'
  const all = Object.entries(till)
  const last = new Map(all.flatMap(([id, one]) => (isOver(one) ? [[one.of, id]] : [])))
  return Object.fromEntries(all.filter(([id, one]) => !isOver(one) || last.get(one.of) === id))
}

/** Patients who pay in several browsers at once with cards of all kinds, and staff who refund. */
export async function createCards(scene: Scene): Promise<Family<CardCall, Till>> {
  const bills = await openBills(scene)
  const known: Known = new Map()
  return {
    ...{ name: 'cards', rules: cardRules, start: {}, keep },
    async act(play) {
      const { dice } = play.scene
      const bill = dice.pick(bills)
      const own = [...known].filter(([, one]) => one.bill === bill).slice(-2)
      const kind = dice.pick(['open', 'charge', 'charge', 'challenge', 'confirm', 'rest'] as const)
      if (kind === 'open' || own.length === 0) return open(play, known, bill)
      if (kind === 'rest') return dice.pick([refund, read, readReceipt])(play, bill)
      const [intent, one] = dice.pick(own)
      if (kind === 'charge') return charge(play, intent, one)
      if (kind === 'challenge') return answerChallenge(play, intent, one)
      // Sometimes for another appointment.
      return confirm(play, intent, dice.chance(0.1) ? dice.pick(bills) : bill)
    },
    async readAll(play) {
      for (const bill of bills) {
        await refund(play, bill)
        // Reads which of its payments was refunded.
        await readReceipt(play, bill)
        await read(play, bill)
      }
      known.clear()
    },
  }
}
