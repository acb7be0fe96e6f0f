import { expect, test } from 'vitest'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { recordsOf } from '../testing/patients.ts'
import {
  book,
  booked,
  bookingBody,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
  signInUnconfirmed,
} from '../testing/portal.ts'
import { askForAddress, prove, signInClaim } from '../testing/proving.ts'

/** The patient of an appointment. */
async function patientOf({ database }: Portal, { _id }: { _id: string }) {
  return database.query
    .selectFrom('appointments as a')
    .innerJoin('patients as p', 'p.id', 'a.patientId')
    .selectAll('p')
    .where('a.id', '=', _id)
    .executeTakeFirstOrThrow()
}

const [early, later] = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM']

test('a booking for oneself or for a dependent uses a patient of the account', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const timmy = await addDependent(portal, jane)
  const own = await patientOf(portal, await booked(portal, jane, { phone: '(718) 555-0100' }))
  expect(own).toMatchObject({ name: jane.name, email: jane.email, relation: null })
  expect(own).toMatchObject({ phone: '(718) 555-0100', phoneKey: '7185550100' })
  const his = await booked(portal, jane, { treatment: 1, dependent: timmy._id })
  expect(await patientOf(portal, his)).toMatchObject({
    ...{ id: timmy._id, accountId: own.accountId, email: '', relation: 'child' },
  })
  // A number that is known stays as it is.
  await booked(portal, jane, { treatment: 2, slot: later, phone: '1' })
  expect(await patientOf(portal, his)).toMatchObject({ phone: '' })
  expect(
    (
      await patientOf(
        portal,
        await booked(portal, jane, { treatment: 3, slot: '10:00 AM - 10:30 AM' }),
      )
    ).phone,
  ).toBe('(718) 555-0100')
})

test('a guest is identified by name and phone, and different names with one e-mail are different patients', async () => {
  const { portal, staff } = await openDesk()
  const ids = new Set<string>()
  for (const [treatment, patient] of [
    { email: null, name: 'Otto Roe', phone: '718 555 0101' },
    { email: null, name: 'OTTO  Roe', phone: '(718) 555-0101' },
    { email: null, name: 'Otto Roe', phone: '718 555 0102' },
    { email: 'poe@x.example', name: 'Vera Poe' },
    { email: 'poe@x.example', name: 'Véra Poe' },
    { email: 'poe@x.example', name: 'Karl Poe' },
  ].entries()) {
    const slot = `${8 + treatment}:00 AM - ${8 + treatment}:30 AM`.replace('12:00 AM', '12:00 PM')
    const hour =
      treatment < 3
        ? slot
        : ['1:00 PM - 1:30 PM', '2:00 PM - 2:30 PM', '3:00 PM - 3:30 PM'][treatment - 3]
    const made = await accepted(
      await bookFor(portal, staff, patient, { treatment, slot: hour ?? '' }),
    )
    ids.add((await patientOf(portal, made)).id)
  }
  expect(ids.size).toBe(4)
})

test('concurrent bookings for one new name create one patient', async () => {
  const { portal, staff } = await openDesk()
  const named = { email: 'new@x.example', name: 'Vera Poe' }
  const tried = Array.from({ length: 6 }, (_, treatment) =>
    bookFor(portal, staff, named, { treatment, slot: early }),
  )
  const answers = await Promise.all(tried)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const { query } = portal.database
  const made = await query.selectFrom('patients').select('id').where('email', '=', named.email)
  expect(await made.execute()).toHaveLength(1)
})

test('confirming an e-mail merges the patient record with that e-mail and name into the account’s patient', async () => {
  const { portal, staff } = await openDesk()
  const email = 'vera@x.example'
  const known = await accepted(
    await bookFor(portal, staff, { email, name: 'pat doe', phone: '718' }, { slot: early }),
  )
  const record = await patientOf(portal, known)
  await portal.database.query
    .updateTable('patients')
    .set({ alert: 'Penicillin allergy' })
    .where('id', '=', record.id)
    .execute()
  const vera = await signInUnconfirmed(portal, email)
  expect((await patientOf(portal, known)).id).toBe(record.id)
  await vera.confirm()
  const own = await patientOf(portal, known)
  expect(own).toMatchObject({ name: vera.name, alert: 'Penicillin allergy', phone: '718' })
  expect(own.id).not.toBe(record.id)
  // What the clinic booked counts as theirs.
  const busy = await book(portal, vera, { treatment: 1, slot: early })
  expect((await refusal(busy)).code).toBe('patient_busy')
  // Staff who name the record find its owner.
  const again = await bookFor(
    portal,
    staff,
    { email, name: 'PAT DOE' },
    { treatment: 2, slot: later },
  )
  expect((await patientOf(portal, await accepted(again))).id).toBe(own.id)
})

test.each(['a confirmation', 'a change of address'] as const)(
  'by %s an account’s patient gets the alert and note of the record with that e-mail and name beside their own',
  async (way) => {
    const { portal, staff } = await openDesk()
    const records = recordsOf(portal, staff)
    const email = 'vera@x.example'
    const isChange = way === 'a change of address'
    const vera = await signIn(portal, isChange ? 'former@x.example' : email, 'patient', isChange)
    const own = await patientOf(portal, await booked(portal, vera))
    const clinics = { name: vera.name, email }
    await records.added({ ...clinics, alert: 'Penicillin allergy', note: 'Prefers mornings' })
    await records.change(own.id, { alert: 'Diabetic', note: 'Late riser' })
    if (isChange) await (await askForAddress(portal, vera, email))()
    else await prove(portal, vera)
    expect(await records.read(own.id)).toMatchObject({
      ...{ email, alert: 'Diabetic; Penicillin allergy', note: 'Late riser\nPrefers mornings' },
    })
  },
)

test('what a record says again of an account’s patient is not added, and neither alert nor note is cut', async () => {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const email = 'vera@x.example'
  const vera = await signInUnconfirmed(portal, email)
  const own = await patientOf(portal, await booked(portal, vera))
  const [note, alert] = ['n'.repeat(4000), 'a'.repeat(150)]
  const clinics = { alert: 'Latex allergy '.repeat(12).trim(), note: 'm'.repeat(4000) }
  await records.added({ name: vera.name, email, ...clinics })
  await records.added({ name: vera.name, email: 'next@x.example', alert: 'Latex allergy' })
  await records.change(own.id, { alert, note })
  await vera.confirm()
  const both = { alert: `${alert}; ${clinics.alert}`, note: `${note}\n${clinics.note}` }
  expect(await records.read(own.id)).toMatchObject(both)
  await (await askForAddress(portal, vera, 'next@x.example'))()
  expect(await records.read(own.id)).toMatchObject({ email: 'next@x.example', ...both })
  // Staff shorten what is longer than they may type before they change anything else.
  expect(await refusal(await records.change(own.id, { phone: '718 555 0100' }))).toMatchObject({
    status: 400,
  })
})

test('the account’s own patient has the name and phone of the account', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const body = { name: 'Jane Roe', phone: '718 555 0100' }
  expect((await request(portal, 'PUT', '/account', { token: jane.token, body })).status).toBe(200)
  expect(await patientOf(portal, await booked(portal, jane))).toMatchObject({
    ...body,
    nameKey: 'janeroe',
    phoneKey: '7185550100',
  })
})

test('the patient of a removed, never confirmed account is not reused for the owner of the address', async () => {
  const { portal, staff } = await openDesk()
  const email = 'vera@x.example'
  const stranger = await signInUnconfirmed(portal, email)
  const left = await booked(portal, stranger, { slot: early })
  await request(portal, 'DELETE', `/users/${email}`, staff)
  const owner = await signIn(portal, email)
  const own = await booked(portal, owner, { treatment: 1, slot: early })
  const { id } = await patientOf(portal, own)
  const gone = await patientOf(portal, left)
  expect(gone.id).not.toBe(id)
  expect(gone).toMatchObject({ accountId: null, email: '' })
})

/** Books as staff do who have picked a patient. */
function bookPicked(
  portal: Portal,
  staff: Person,
  patientId: string,
  input?: Parameters<typeof bookingBody>[2],
) {
  const { treatment: _, ...wanted } = bookingBody(portal, staff, input)
  const body = { ...wanted, patientId, patient: null, patientName: 'Someone', phone: '' }
  return request(portal, 'POST', '/staff/appointments', { token: staff.token, body })
}

test('a staff booking with a patient record uses that patient, and ignores a name given with it', async () => {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const jane = await signIn(portal)
  const timmy = await addDependent(portal, jane)
  const [holder] = await records.list(jane.email)
  const alone = await records.added({ name: 'Karl Poe', birthDate: '1988-06-05' })
  const mailed = await records.added({ name: 'Karl Poe', email: 'karl@x.example' })
  const bookRecord = (patientId: string, hour: string) =>
    bookPicked(portal, staff, patientId, { slot: `${hour}:00 AM - ${hour}:30 AM` })
  const ids = [holder?._id ?? '', timmy._id, alone, mailed]
  for (const [index, id] of ids.entries()) {
    const made = await accepted(await bookRecord(id, `${8 + index}`))
    const { name } = await records.read(id)
    expect(made).toMatchObject({ patientId: id, patientName: name })
  }
  const addresses = await portal.database.query
    .selectFrom('appointments')
    .select('patient')
    .orderBy('startMinute')
    .execute()
  expect(addresses.map(({ patient }) => patient)).toEqual([
    ...[jane.email, jane.email, `guest:${alone}`, 'karl@x.example'],
  ])
  const gone = await records.added({ name: 'Carl Poe', phone: '0142' })
  expect((await records.merge(alone, gone)).status).toBe(200)
  expect((await refusal(await bookRecord(gone, '1'))).code).toBe('patient_over')
  expect((await refusal(await bookRecord('nobody', '1'))).code).toBe('patient_over')
})

test('staff who book for the patient of an unconfirmed account book nothing for the account that has confirmed its address', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const stranger = await signInClaim(portal, jane.email)
  const holder = await patientOf(portal, await booked(portal, jane, { slot: early }))
  const own = await booked(portal, stranger, { treatment: 1, slot: early })
  const strangers = await patientOf(portal, own)
  const bookFirst = (patientId: string, slot: string) =>
    bookPicked(portal, staff, patientId, { slot })
  expect((await refusal(await bookFirst(strangers.id, early))).code).toBe('slot_taken')
  const made = await accepted(await bookFirst(strangers.id, later))
  const record = await patientOf(portal, made)
  expect(record).toMatchObject({ name: stranger.name, email: jane.email, accountId: null })
  expect((await refusal(await bookFirst(strangers.id, later))).code).toBe('already_booked')
  // The account's own patient is found by their record, though the other is called the same.
  expect((await refusal(await bookFirst(holder.id, early))).code).toBe('already_booked')
  const hers = await bookPicked(portal, staff, holder.id, { treatment: 2, slot: later })
  expect((await patientOf(portal, await accepted(hers))).id).toBe(holder.id)
})

test('staff who pick a dependent of an unconfirmed account do not add them to the list of the account that has confirmed its address', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const timmy = await addDependent(portal, await signInClaim(portal, jane.email))
  const tried = await bookPicked(portal, staff, timmy._id)
  expect(await refusal(tried)).toEqual({ status: 409, code: 'unknown_account' })
  const list = await request(portal, 'GET', '/family', { token: jane.token })
  expect(await list.json()).toEqual([])
})

test('a patient of an unconfirmed account is merged with nobody, so that the address’s own account gets no other’s appointments', async () => {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const jane = await signIn(portal)
  const stranger = await signInClaim(portal, jane.email)
  const timmy = await addDependent(portal, stranger)
  const own = await patientOf(portal, await booked(portal, stranger, { slot: early }))
  const guest = { email: null, name: stranger.name, phone: '718 555 0100' }
  const wanted = { treatment: 1, slot: later }
  const made = await accepted(await bookFor(portal, staff, guest, wanted))
  for (const [kept, gone] of [
    [own.id, made.patientId],
    [timmy._id, made.patientId],
    [made.patientId, timmy._id],
  ] as const) {
    const merged = await records.merge(kept, gone)
    expect(await refusal(merged)).toEqual({ status: 409, code: 'patient_unconfirmed' })
  }
  const list = await request(portal, 'GET', `/booking?email=${jane.email}`, jane)
  expect(await list.json()).toEqual([])
})
