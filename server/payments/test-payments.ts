import { sql } from 'kysely'
import { defineTexts } from '../../contract/language.ts'
import type { MoneyBack } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Refund } from './payment.ts'
import type { PaymentProvider } from './provider.ts'

/** What mails about a refund or a cancellation say of the amount of such a payment. */
export const testPaymentTexts = defineTexts({
  en: {
    noneBack: (amount: string) =>
      `Your payment of ${amount} was made in test mode: no card was charged, so no money goes back.`,
  },
  es: {
    noneBack: (amount) =>
      `Su pago de ${amount} se hizo en modo de prueba: no se cobró nada a ninguna tarjeta, así que no hay dinero que devolver.`,
  },
})

export type Clinic = Pick<PaymentProvider, 'testMode'> | undefined

/**
 * Integer cents of what counts as paid for each of some appointments although no money was received: it was
 * paid in test mode, and the clinic takes real money now. Those without are left out.
 */
export async function sumTests(
  query: Queries,
  clinic: Clinic,
  appointmentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (clinic?.testMode || appointmentIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('payments')
    .where('appointmentId', 'in', appointmentIds)
    // As its index has it.
    .where('testMode', '=', sql.lit(1))
    .where('state', '=', 'succeeded')
    .groupBy('appointmentId')
    .select([
      'appointmentId',
      sql<number>`cast(sum("amountCents" - "returnedCents") as integer)`.as('cents'),
    ])
    .execute()
  return new Map(rows.map(({ appointmentId, cents }) => [appointmentId, cents]))
}

/** The same for one appointment. */
export async function testCentsOf(
  query: Queries,
  clinic: Clinic,
  appointmentId: string,
): Promise<number> {
  return (await sumTests(query, clinic, [appointmentId])).get(appointmentId) ?? 0
}

/** Integer cents of some refunds that go back as money: without those of what was paid in test mode. */
export async function sumReal(
  query: Queries,
  clinic: Clinic,
  refunds: readonly Pick<Refund, 'paymentId' | 'amountCents'>[],
): Promise<number> {
  const paymentIds = refunds.map(({ paymentId }) => paymentId)
  const ofTests = query
    .selectFrom('payments')
    .where('id', 'in', paymentIds)
    .where('testMode', '=', 1)
    .select('id')
  const isCounted = clinic?.testMode || paymentIds.length === 0
  const tests = new Set(isCounted ? [] : (await ofTests.execute()).map(({ id }) => id))
  const real = refunds.filter(({ paymentId }) => !tests.has(paymentId))
  return real.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** What becomes of the money of a cancelled appointment, without what was paid in test mode: `testCents` of it. */
export function withoutTests(money: MoneyBack, testCents: number): MoneyBack {
  const part = money.toCard > 0 ? 'toCard' : 'kept'
  return { ...money, [part]: money[part] - testCents }
}
