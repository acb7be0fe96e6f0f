import type { Fault } from './fault.ts'

export const payments: Fault[] = [
  {
    name: 'payments: an amount in dollars is read as cents',
    file: 'server/payments/routes.ts',
    find: 'priceCents: Math.round(body.price * 100),',
    replace: 'priceCents: Math.round(body.price),',
    tests: { sqlite: ['server/payments/open-payment.test.ts'] },
  },
  {
    name: 'payments: the amount due is shown in cents',
    file: 'server/appointments/show-appointment.ts',
    find: `    due: dueOf(appointment) / 100,\n    paidInTest`,
    replace: `    due: dueOf(appointment),\n    paidInTest`,
    tests: { sqlite: ['server/appointments/reschedule-money.test.ts'] },
  },
  {
    name: 'payments: prices of available treatments are shown in cents',
    file: 'server/treatments/treatment.ts',
    find: 'slots: [], price: priceCents / 100 }',
    replace: 'slots: [], price: priceCents }',
    tests: { sqlite: ['server/appointments/availability.test.ts'] },
  },
  {
    name: 'payments: a webhook without a valid Stripe signature is accepted',
    file: 'server/payments/stripe/stripe.ts',
    find: 'await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)',
    replace: 'JSON.parse(body)',
    tests: { sqlite: ['server/payments/stripe/stripe.test.ts'] },
  },
  {
    name: 'payments: a charge of the wrong amount counts as payment',
    file: 'server/payments/settle-payment.ts',
    find: "return intent.amountCents === payment.amountCents ? null : 'wrong_amount'",
    replace: 'return null',
    tests: {
      sqlite: [
        'server/payments/confirm-payment.test.ts',
        'server/payments/stripe/stripe.test.ts',
        'server/payments/settle-race.test.ts',
        'server/payments/payment-life.test.ts',
      ],
    },
  },
  {
    name: 'payments: the transaction of another appointment is accepted',
    file: 'server/payments/settle-payment.ts',
    find: "if (payment?.appointmentId !== appointment.id) return refused('unknown_transaction')",
    replace: "if (!payment) return refused('unknown_transaction')",
    tests: { sqlite: ['server/payments/confirm-payment.test.ts'] },
  },
  {
    name: 'payments: a retry after a lost connection creates a second payment intent',
    file: 'server/payments/stripe/stripe.ts',
    find: '{ idempotencyKey: paymentId },',
    replace: '{ idempotencyKey: String(performance.now()) },',
    tests: { sqlite: ['server/payments/stripe/stripe.test.ts'] },
  },
  {
    name: 'payments: a webhook is recorded as received before it is processed',
    file: 'server/payments/settle-payment.ts',
    find: '  if (await isEventKnown(query, event.id)) return\n',
    replace:
      '  if (await isEventKnown(query, event.id)) return\n  const receivedAt = parts.clock().toISOString()\n  await insertEvent(query, { id: event.id, kind: event.kind, receivedAt })\n',
    tests: { sqlite: ['server/payments/stripe/stripe.test.ts'] },
  },
  {
    name: 'payments: an appointment can have several open payments',
    file: 'server/db/migrations/0002-payments.ts',
    find: 'create unique index "payments_one_open"',
    replace: 'create index "payments_one_open"',
    tests: { sqlite: ['server/payments/open-payment.test.ts'] },
  },
  {
    name: 'payments: a charge for a cancelled appointment is not refunded',
    file: 'server/appointments/store-appointment.ts',
    find: "    .where('id', '=', id)\n    .where('cancelledAt', 'is', null)\n    .where((row) => row(row('priceCents'",
    replace: "    .where('id', '=', id)\n    .where((row) => row(row('priceCents'",
    tests: {
      sqlite: [
        'server/appointments/cancel-appointment.test.ts',
        'server/appointments/cancel-own.test.ts',
      ],
    },
  },
  {
    name: 'refunds: a mail about a refund does not wait for a change of its patient’s address',
    file: 'server/payments/refunds/refund.ts',
    find: 'await holdAppointment(database, transaction, payment.appointmentId)',
    replace:
      "await holdAppointment({ ...database, engine: 'sqlite' }, transaction, payment.appointmentId)",
    tests: { postgres: ['server/payments/refunds/refund-appointment.test.ts'] },
  },
  {
    name: 'payments: a charge that goes back beside a cancellation has another reason in the history',
    file: 'server/payments/settle-payment.ts',
    find: 'await holdAppointment(database, transaction, payment.appointmentId)',
    replace:
      "await holdAppointment({ ...database, engine: 'sqlite' }, transaction, payment.appointmentId)",
    tests: { postgres: ['server/payments/settle-race.test.ts'] },
  },
  {
    name: 'payments: a charge after the end of the appointment is not refunded',
    file: 'server/payments/settle-payment.ts',
    find: '  if (isOver(appointment, new Date(chargedAt), config.clinicTimeZone)) return false\n',
    replace: '',
    tests: { sqlite: ['server/payments/confirm-payment.test.ts'] },
  },
  {
    name: 'payments: an account can open the payment of another account’s appointment',
    file: 'server/payments/open-payment.ts',
    find: "  if (!isOwn(appointment, caller)) return { ok: false, reason: 'forbidden' }\n",
    replace: '',
    tests: {
      sqlite: [
        'server/payments/open-payment.test.ts',
        'server/payments/open-payment.test.ts',
        'server/http/access.test.ts',
      ],
    },
  },
  {
    name: 'payments: a request with only a price is not matched to the screen that sent it',
    file: 'server/payments/routes.ts',
    find: 'named ?? (await findAskingScreen(deps, http, caller.sessionId))',
    replace: 'named',
    tests: { sqlite: ['server/payments/open-payment.test.ts'] },
  },
  {
    name: 'payments: the number of payment attempts is not limited',
    file: 'server/http/limits.ts',
    find: "  createPaymentIntent: ['card_attempts'],\n",
    replace: '',
    tests: { sqlite: ['server/http/limits.test.ts'] },
  },
  {
    name: 'payments: the sweep leaves the payment of a cancelled appointment open',
    file: 'server/payments/sweep-payments.ts',
    find: 'if (!payable || age >= longestOpenMs)',
    replace: 'if (payable && age >= longestOpenMs)',
    tests: { sqlite: ['server/payments/sweep-payments.test.ts'] },
  },
  {
    name: 'payments: the receipt of an unconfirmed account names the patient',
    file: 'server/payments/settle-payment.ts',
    find: "const namesPatient = appointment.unproved === ''",
    replace: 'const namesPatient = true',
    tests: { sqlite: ['server/notifications/unconfirmed.test.ts'] },
  },
  {
    name: 'desk: a payment is recorded twice',
    file: 'server/payments/desk-payment.ts',
    find: "    if (amountCents === 0) return refused(before.paidAt === null ? 'nothing_due' : 'already_paid')\n",
    replace: '',
    tests: { sqlite: ['server/payments/record-desk-payment.test.ts'] },
  },
  {
    name: 'desk: the payment of a price difference replaces the amount paid before',
    file: 'server/appointments/store-appointment.ts',
    find: `(select coalesce(sum("amountCents"), 0)
    from "deskPayments"`,
    replace: `(select coalesce(min("amountCents"), 0)
    from "deskPayments"`,
    tests: {
      sqlite: [
        'server/appointments/reschedule-money.test.ts',
        'server/payments/record-desk-payment.test.ts',
      ],
    },
  },
  {
    name: 'desk: the receipt shows the amount in cents',
    file: 'server/payments/read-receipt.ts',
    find: 'amount: amountCents / 100, card: null',
    replace: 'amount: amountCents, card: null',
    tests: { sqlite: ['server/payments/record-desk-payment.test.ts'] },
  },
  {
    name: 'desk: what was taken back remains in what was collected',
    file: 'server/reports/queries.ts',
    find: `    .selectFrom('deskPayments')
    .where('removedAt', 'is', null)
`,
    replace: `    .selectFrom('deskPayments')
`,
    tests: { sqlite: ['server/payments/record-desk-payment.test.ts'] },
  },
  {
    name: 'desk: what was taken back remains in what a doctor collected',
    file: 'server/reports/queries.ts',
    find: `    .where('d.removedAt', 'is', null)
    .where('d.takenAt', '>=', from)`,
    replace: `    .where('d.takenAt', '>=', from)`,
    tests: { sqlite: ['server/reports/read-practice.test.ts'] },
  },
  {
    name: 'desk: what was taken back is exported as a payment',
    file: 'server/reports/queries.ts',
    find: `    .where('d.removedAt', 'is', null)
    .where('d.takenAt', '<', before)
    .where(({ eb, refTuple, tuple }) =>`,
    replace: `    .where('d.takenAt', '<', before)
    .where(({ eb, refTuple, tuple }) =>`,
    tests: { sqlite: ['server/reports/send-csv.test.ts'] },
  },
  {
    name: 'refunds: two admins can refund the same payment twice',
    file: 'server/payments/refunds/refund.ts',
    find: '    await holdAppointment(database, transaction, appointmentId)\n',
    replace: '',
    tests: { postgres: ['server/payments/settle-race.test.ts'] },
  },
  {
    name: 'refunds: an appointment remains unpaid after its refund has failed',
    file: 'server/payments/refunds/refund.ts',
    find: '  await addReturned(query, payment.id, -refund.amountCents)\n',
    replace: '',
    tests: { sqlite: ['server/payments/refunds/refund-appointment.test.ts'] },
  },
  {
    name: 'refunds: the patient is not notified',
    file: 'server/payments/refunds/refund.ts',
    find: '  await queueMail(query, writeRefundMail(sender, appointment, payment, { ...refund, isTest }), now)\n',
    replace: '',
    tests: { sqlite: ['server/payments/refunds/refund-appointment.test.ts'] },
  },
  {
    name: 'refunds: a partial refund is repeated after a lost response',
    file: 'server/payments/stripe/stripe.ts',
    find: 'const known = isRetry ? await findRefund(stripe, order, false) : undefined',
    replace: 'const known = undefined',
    tests: { sqlite: ['server/payments/stripe/stripe-refunds.test.ts'] },
  },
  {
    name: 'sandbox: a real card number is accepted',
    file: 'server/payments/sandbox/sandbox.ts',
    find: "  if (!known) return { ok: false, code: 'not_a_test_card' }\n  const { brand, outcome } = known",
    replace: '  const { brand, outcome } = known ?? testCards[0]',
    tests: { sqlite: ['server/payments/sandbox/sandbox.test.ts'] },
  },
  {
    name: 'card form: a card that expires this month counts as expired',
    file: 'client/payments/sandbox/card.ts',
    find: 'Date.UTC(year, month, 1) + halfDayMs',
    replace: 'Date.UTC(year, month - 1, 1) + halfDayMs',
    tests: { unit: ['client/payments/sandbox/card.test.ts'] },
  },
  {
    name: 'card form: a server error counts as not charged',
    file: 'client/payments/attempt.ts',
    find: 'status >= 400 && status < 500 ? notChargedBy',
    replace: 'status >= 400 ? notChargedBy',
    tests: { unit: ['client/payments/attempt.test.ts'] },
  },
  {
    name: 'card form: a rate-limited payment report counts as unclear instead of being retried',
    file: 'client/payments/attempt.ts',
    find: ' || status === 401 || status === 429',
    replace: ' || status === 401',
    tests: { unit: ['client/payments/attempt.test.ts'] },
  },
  {
    name: 'receipt: a failed refund is deducted',
    file: 'client/payments/receipt-page.tsx',
    find: "refunds.filter(({ state }) => state !== 'failed').map",
    replace: 'refunds.map',
    tests: { unit: ['client/payments/receipt-page.test.ts'] },
  },
]
