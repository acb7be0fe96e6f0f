import { expect, inject, onTestFinished, test } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, weekdayOf } from '../../contract/date.ts'
import { PaymentSecret } from '../../contract/payments/endpoints.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace } from '../testing/database/database.ts'
import { books } from '../testing/paying.ts'
import { startStripePeer } from '../testing/peers/stripe-peer.ts'
import { booked, openPortal, type Person, signIn } from '../testing/portal.ts'
import { type Running, spawnServer, untilReady } from '../testing/process.ts'

/** A patient's appointment on a database that real processes then serve. */
async function bookBeforeTheStart() {
  const peer = await startStripePeer()
  onTestFinished(() => peer.stop())
  const place = await makePlace()
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database, now: new Date() })
  const jane = await signIn(portal)
  const calendar = await portal.app.request('/calendar')
  const { today, closedWeekdays } = BookingCalendar.parse(await calendar.json())
  let date = addDays(today, 2)
  while (closedWeekdays.includes(weekdayOf(date))) date = addDays(date, 1)
  const booking = await booked(portal, jane, { date })
  const { dataDir, databaseUrl = '' } = place
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...peer.settings }
  return { peer, portal, jane, booking, settings }
}

function call({ origin }: Running, { token }: Person, method: string, path: string, body?: object) {
  return fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function openScreen(server: Running, person: Person, booking: Booking): Promise<string> {
  const body = { price: booking.price, appointment: booking._id }
  const opened = await call(server, person, 'POST', '/create-payment-intent', body)
  const { clientSecret } = PaymentSecret.parse(await opened.json())
  return clientSecret.split('_secret_')[0] ?? ''
}

async function readBooking(server: Running, person: Person, { _id }: Booking): Promise<Booking> {
  return Booking.parse(await (await call(server, person, 'GET', `/booking/${_id}`)).json())
}

test('a server killed between the charge and its report records the payment after a restart', async () => {
  const { peer, portal, jane, booking, settings } = await bookBeforeTheStart()
  const first = await spawnServer(settings)
  await untilReady(first)
  const transactionId = await openScreen(first, jane, booking)
  peer.ledger.confirm(transactionId, peer.ledger.createCard('4242424242424242').id)
  first.kill('SIGKILL')
  await first.ended
  expect((await books(portal)).appointments).toMatchObject([{ paidAt: null }])

  const second = await spawnServer(settings)
  await untilReady(second)
  await expect
    .poll(() => readBooking(second, jane, booking))
    .toMatchObject({ paid: true, transactionId })
  for (const secret of [jane.email, '_secret_', settings.STRIPE_SECRET_KEY]) {
    expect(first.output() + second.output()).not.toContain(secret)
  }
})

// SQLite has exactly one process.
if (inject('engine') === 'postgres')
  test('two processes with concurrent reports, webhooks and sweeps record one charge and send one receipt', async () => {
    const { peer, portal, jane, booking, settings } = await bookBeforeTheStart()
    const servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
    await Promise.all(servers.map(untilReady))
    const everywhere = <T>(times: number, ask: (server: Running) => Promise<T>) =>
      Promise.all(Array.from({ length: times }, () => servers.map(ask)).flat())
    const opened = await everywhere(10, (server) => openScreen(server, jane, booking))
    const [transactionId = ''] = opened
    expect(new Set(opened).size).toBe(1)
    peer.ledger.confirm(transactionId, peer.ledger.createCard('4242424242424242').id)
    const { body, headers } = peer.sign(peer.ledger.events[0] ?? {})
    const news = { appointment: booking._id, transactionId }
    const answers = await everywhere(10, async (server) => {
      const [told, reported] = await Promise.all([
        fetch(`${server.origin}/webhooks/stripe`, { method: 'POST', headers, body }),
        call(server, jane, 'PATCH', `/booking/${booking._id}`, news),
      ])
      return [told.status, reported.status]
    })
    expect(new Set(answers.flat())).toEqual(new Set([200]))
    const { payments, events, mails } = await books(portal)
    expect(payments).toMatchObject([{ state: 'succeeded', intentId: transactionId }])
    expect([events.length, mails]).toEqual([1, ['receipt']])
    expect(peer.ledger.accounts.size).toBe(1)
  })
