import { expect, test } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { accepted, actsOf, bookFor, details } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, monday, request, signIn } from '../testing/portal.ts'
import { askForAddress } from '../testing/proving.ts'
import { at, openReminding, tokensIn } from '../testing/reminding.ts'
import { asked, listRequests } from '../testing/waitlist.ts'

const wrong = 'karl@patients.example'
const right = 'carl@patients.example'

/** Of Monday, Jun 8, 2026 at eight in the morning in New York. */
const twoDaysBefore = '2026-06-06T12:00:00Z'

/** Staff have booked for a patient with an e-mail and no account, and a reminder waits. */
async function openWaiting() {
  const { portal, peer, deliver, remind } = await openReminding()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const made = await accepted(
    await bookFor(portal, staff, { email: wrong, name: 'Karl Poe', phone: '718 555 0142' }),
  )
  await deliver()
  peer.arrived.length = 0
  at(portal, twoDaysBefore)
  await remind()
  expect(await queuedMails(portal)).toContain(`reminder to ${wrong}`)
  const sentTo = () => peer.arrived.flatMap(({ envelope }) => envelope.to)
  return { portal, peer, deliver, staff, records, made, sentTo }
}

type Waiting = Awaited<ReturnType<typeof openWaiting>>

/** What the links in the only mail that was sent are answered. */
async function answered({ portal, peer }: Waiting): Promise<number> {
  const [mail] = peer.arrived
  const { confirm } = tokensIn(mail ?? {})
  return (await request(portal, 'POST', '/email-links', { body: { token: confirm } })).status
}

test('a mail that waits while staff correct its patient’s e-mail is sent to the corrected one, and its links work', async () => {
  const opened = await openWaiting()
  const { records, made, deliver, sentTo } = opened
  expect((await records.change(made.patientId, { email: right })).status).toBe(200)
  await deliver()
  expect(sentTo()).toEqual([right])
  expect(await answered(opened)).toBe(200)
})

test('a mail that waits while staff remove its patient’s e-mail is not sent', async () => {
  const { records, made, deliver, sentTo } = await openWaiting()
  expect((await records.change(made.patientId, { email: '' })).status).toBe(200)
  await deliver()
  expect(sentTo()).toEqual([])
})

test('a mail about a closed day that is owed goes to the corrected e-mail, and to nobody once it is removed', async () => {
  const { portal, records, staff, made, deliver, sentTo, peer } = await openWaiting()
  await deliver()
  const days = { from: monday, to: monday }
  const act = (path: string, body: object) =>
    request(portal, 'POST', `/staff/closures${path}`, { token: staff.token, body })
  expect((await act('', { ...days, reason: 'Painters', confirmed: true })).status).toBe(200)
  for (const [email, told] of [
    [right, [right]],
    ['', []],
  ] as const) {
    peer.arrived.length = 0
    await portal.database.query.deleteFrom('closureMailsDue').execute()
    await portal.database.query
      .insertInto('closureMailsDue')
      .values({ appointmentId: made._id, patient: wrong, reason: 'Painters' })
      .execute()
    expect((await records.change(made.patientId, { email })).status).toBe(200)
    await deliver()
    expect(sentTo()).toEqual(told)
  }
})

test('a mail that waits while its patient is merged into another is sent to the other’s address, and its links work', async () => {
  const opened = await openWaiting()
  const { records, made, deliver, sentTo } = opened
  const kept = await records.added({ name: 'Carl Poe', email: right })
  expect((await records.merge(kept, made.patientId)).status).toBe(200)
  await deliver()
  expect(sentTo()).toEqual([right])
  expect(await answered(opened)).toBe(200)
})

test('a patient without an e-mail takes over that of the patient merged into them, and gives it back when that is undone', async () => {
  const { portal, records, staff, made, deliver, sentTo } = await openWaiting()
  const kept = await records.added({ name: 'Karl Poe' })
  expect((await records.merge(kept, made.patientId)).status).toBe(200)
  const { email, merges } = await records.read(kept)
  expect(email).toBe(wrong)
  expect((await actsOf(portal, staff).cancel(made)).status).toBe(200)
  await deliver()
  expect(sentTo()).toEqual([wrong])
  const undone = await records.ask('DELETE', `/${kept}/merge/${merges[0]?._id}`)
  expect(undone.status).toBe(200)
  expect(await records.read(kept)).toMatchObject({ email: '' })
  expect(await records.read(made.patientId)).toMatchObject({ email: wrong })
  const patient = portal.database.query.selectFrom('appointments').select('patient')
  expect(await patient.execute()).toEqual([{ patient: wrong }])
})

test('undoing a merge gives the e-mail back although staff have changed the record since', async () => {
  const { records, made } = await openWaiting()
  const kept = await records.added({ name: 'Karl Poe' })
  await records.merge(kept, made.patientId)
  expect((await records.change(kept, { note: 'Late riser' })).status).toBe(200)
  const [merge] = (await records.read(kept)).merges
  expect((await records.ask('DELETE', `/${kept}/merge/${merge?._id}`)).status).toBe(200)
  expect(await records.read(kept)).toMatchObject({ email: '', note: 'Late riser' })
  expect(await records.read(made.patientId)).toMatchObject({ email: wrong })
})

test('what a patient did by a link stays theirs in the history when their e-mail is corrected or they are merged', async () => {
  const { portal, peer, staff, records, made, deliver } = await openWaiting()
  await deliver()
  const { confirm: token } = tokensIn(peer.arrived[0] ?? {})
  const confirmed = await request(portal, 'POST', '/email-links/confirm', { body: { token } })
  expect(confirmed.status).toBe(200)
  const confirmedBy = async () => {
    const { history } = await details(portal, staff, made)
    return history.flatMap(({ kind, by }) => (kind === 'confirmed' ? by : []))
  }
  expect(await confirmedBy()).toEqual(['patient'])
  expect((await records.change(made.patientId, { email: right })).status).toBe(200)
  expect(await confirmedBy()).toEqual(['patient'])
  const kept = await records.added({ name: 'Karl Poe', email: 'poe@patients.example' })
  expect((await records.merge(kept, made.patientId)).status).toBe(200)
  expect(await confirmedBy()).toEqual(['patient'])
  const [merge] = (await records.read(kept)).merges
  expect((await records.ask('DELETE', `/${kept}/merge/${merge?._id}`)).status).toBe(200)
  expect(await confirmedBy()).toEqual(['patient'])
})

test('a record with the address of an account follows it to the next, with what is booked for it before and after', async () => {
  const { portal, peer, deliver } = await openReminding()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const [jane, next] = [await signIn(portal, 'jane@x.example'), 'roe@x.example']
  const name = 'Timmy Roe'
  const record = await records.added({ name, email: jane.email })
  const other = await records.added({ name: 'Ann Roe', email: jane.email })
  const known = await records.added({ name: 'Ann Roe', email: next })
  const [slot, later] = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM']
  const timmy = { email: jane.email, name }
  const first = await accepted(await bookFor(portal, staff, timmy, { slot }))
  expect(first.patientId).toBe(record)
  const ann = { email: jane.email, name: 'Ann Roe' }
  const hers = await accepted(await bookFor(portal, staff, ann, { slot: later, treatment: 2 }))
  await asked(portal, jane, { appointment: hers._id, treatmentId: hers.treatmentId })
  const confirm = await askForAddress(portal, jane, next)
  expect((await confirm()).status).toBe(200)
  expect(await records.read(record)).toMatchObject({ email: next })
  // There is a record of that name with the next address.
  expect(await records.read(other)).toMatchObject({ email: jane.email })
  expect(await records.read(known)).toMatchObject({ email: next })
  const stayed = portal.database.query
    .selectFrom('appointments')
    .select('patient')
    .where('id', '=', hers._id)
  expect(await stayed.execute()).toEqual([{ patient: jane.email }])
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over', offer: null }])
  await deliver()
  peer.arrived.length = 0
  const wanted = { slot: later, treatment: 1 }
  const second = await accepted(await bookFor(portal, staff, { ...timmy, email: next }, wanted))
  expect(second.patientId).toBe(record)
  await deliver()
  expect(peer.arrived.flatMap(({ envelope }) => envelope.to)).toEqual([next])
  const own = await request(portal, 'GET', `/booking?email=${next}`, jane)
  expect(await own.json()).toMatchObject([{ _id: first._id }, { _id: second._id }])
})

test('what staff book by the former name and address of who was merged is the other’s, who is mailed', async () => {
  const { portal } = await openReminding()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const jane = await signIn(portal, 'jane@x.example')
  const timmy = await addDependent(portal, jane)
  const storedOf = ({ _id }: { _id: string }) =>
    portal.database.query
      .selectFrom('appointments')
      .select(['patientId', 'patient', 'relation', 'bookerName'])
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
  const holder = (await storedOf(await booked(portal, jane))).patientId
  const mailed = async () =>
    (await queuedMails(portal)).filter((mail) => mail === `appointment-booked to ${jane.email}`)
  const whole = { patientId: holder, relation: null, bookerName: null }
  const part = { patientId: timmy._id, relation: 'child', bookerName: jane.name }
  for (const [index, { named, kept }] of [
    { named: { email: 'j.doe@x.example', name: 'J. Doe' }, kept: whole },
    { named: { email: null, name: 'Jane D.', phone: '718 555 0100' }, kept: whole },
    { named: { email: null, name: 'Tim Doe', phone: '718 555 0100' }, kept: part },
  ].entries()) {
    const first = { slot: `${index + 1}:00 PM - ${index + 1}:30 PM`, treatment: index + 1 }
    const made = await accepted(await bookFor(portal, staff, named, first))
    expect((await records.merge(kept.patientId, made.patientId)).status).toBe(200)
    const before = await mailed()
    const second = { ...first, date: formatDay('2026-06-09') }
    const again = await accepted(await bookFor(portal, staff, named, second))
    expect(await storedOf(again)).toEqual({ ...kept, patient: jane.email })
    expect((await mailed()).length).toBe(before.length + 1)
  }
})

test('a request of an account for an appointment of a record ends where staff give the record another e-mail', async () => {
  const { portal } = await openReminding()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const jane = await signIn(portal, 'jane@x.example')
  const record = await records.added({ name: 'Ann Roe', email: jane.email })
  const named = { email: jane.email, name: 'Ann Roe' }
  const slot = '9:00 AM - 9:30 AM'
  const made = await accepted(await bookFor(portal, staff, named, { slot, treatment: 1 }))
  await asked(portal, jane, { appointment: made._id, treatmentId: made.treatmentId })
  expect((await records.change(record, { note: 'Late riser' })).status).toBe(200)
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'waiting' }])
  expect((await records.change(record, { email: right })).status).toBe(200)
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over', offer: null }])
})

test('a request of an account for an appointment of a record is its holder’s once the account meets the record', async () => {
  const { portal } = await openReminding()
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const [jane, name] = [await signIn(portal, 'jane@x.example'), 'Ann Roe']
  await recordsOf(portal, staff).added({ name, email: jane.email })
  const slot = '9:00 AM - 9:30 AM'
  const named = { email: jane.email, name }
  const made = await accepted(await bookFor(portal, staff, named, { slot, treatment: 1 }))
  const { treatmentId } = made
  await asked(portal, jane, { appointment: made._id, treatmentId })
  await query.updateTable('users').set({ name }).where('email', '=', jane.email).execute()
  await (await askForAddress(portal, jane, 'roe@x.example'))()
  const appointments = query.selectFrom('appointments').select('patientId')
  const holder = await appointments.executeTakeFirstOrThrow()
  expect(holder.patientId).not.toBe(made.patientId)
  const waits = query.selectFrom('waits').select(['patientId', 'state'])
  expect(await waits.execute()).toEqual([{ ...holder, state: 'waiting' }])
})
