import { expect, inject, test } from 'vitest'
import { storeByMail } from '../reminders/settings.ts'
import { beginBeforeNextCommit, untilBlocked } from '../testing/database/database.ts'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, monday, type Portal, refusal, request, signIn } from '../testing/portal.ts'
import { asked, listRequests } from '../testing/waitlist.ts'
import { erasePatient } from './erase.ts'
import { mergePatients, undoMerge } from './merge.ts'
import { insertDependent } from './queries.ts'

const [early, later] = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM']

async function openRecords() {
  const { portal, staff } = await openDesk()
  return { portal, staff, records: recordsOf(portal, staff) }
}

async function storedOf({ database }: Portal, id: string) {
  return database.query
    .selectFrom('appointments')
    .select(['patientId', 'patient', 'relation', 'bookerName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a guest can be merged into an account’s patient and separated again', async () => {
  const { portal, staff, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const own = await booked(portal, jane, { slot: early })
  const kept = (await storedOf(portal, own._id)).patientId
  const guest = { email: null, name: jane.name, phone: '718 555 0100' }
  const made = await accepted(await bookFor(portal, staff, guest, { treatment: 1, slot: later }))
  await records.change(made.patientId, { alert: 'Latex allergy' })
  expect((await records.read(kept)).similar.map(({ _id }) => _id)).toContain(made.patientId)
  expect((await records.merge(kept, made.patientId)).status).toBe(200)
  // It is the account's now.
  expect(await storedOf(portal, made._id)).toMatchObject({ patientId: kept, patient: jane.email })
  const list = await request(portal, 'GET', `/booking?email=${jane.email}`, jane)
  expect(await list.json()).toHaveLength(2)
  const merged = await records.read(kept)
  expect(merged).toMatchObject({ alert: 'Latex allergy', phone: '718 555 0100' })
  expect(merged.similar.map(({ _id }) => _id)).not.toContain(made.patientId)
  expect(await records.read(made.patientId)).toMatchObject({
    mergedInto: { _id: kept },
    visits: [],
  })
  // Staff who name the guest find who it is.
  const again = await accepted(
    await bookFor(portal, staff, guest, { treatment: 2, slot: '10:00 AM - 10:30 AM' }),
  )
  expect(again.patientId).toBe(kept)
  const path = `/${kept}/merge/${merged.merges[0]?._id}`
  expect(await (await records.ask('DELETE', path)).json()).toEqual({ _id: made.patientId })
  expect(await storedOf(portal, made._id)).toMatchObject({ patientId: made.patientId })
  expect((await storedOf(portal, made._id)).patient).toMatch(/^guest:/)
  expect(await records.read(kept)).toMatchObject({ alert: '', phone: '', merges: [] })
  expect((await refusal(await records.ask('DELETE', path))).code).toBe('merge_over')
})

const allergic = { alert: 'Latex allergy', phone: '1' }
const asthmatic = { alert: 'Asthma', note: 'Prefers mornings', birthDate: '1988-06-05' }
const unknown = { alert: '', note: '', phone: '', birthDate: null }

test('of merges that are taken back in any order nothing stays but what the others bring', async () => {
  const { records } = await openRecords()
  const first = await records.added({ name: 'Ann Poe', ...allergic, email: 'ann@x.example' })
  const second = await records.added({ name: 'Bea Poe', ...asthmatic, email: 'bea@x.example' })
  const undo = async (from: string, gone: string) => {
    const { merges } = await records.read(from)
    const { name } = await records.read(gone)
    const merge = merges.find((one) => one.name === name)?._id
    expect(await (await records.ask('DELETE', `/${from}/merge/${merge}`)).json()).toEqual({
      _id: gone,
    })
  }
  for (const [one, other, left] of [
    [first, second, { ...asthmatic, phone: '', email: 'bea@x.example' }],
    [second, first, { ...unknown, ...allergic, email: 'ann@x.example' }],
  ] as const) {
    const [kept, top] = [await records.added(), await records.added({ name: 'Mia Poe' })]
    await records.merge(kept, first)
    await records.merge(kept, second)
    await records.merge(top, kept)
    expect(await records.read(top)).toMatchObject({ alert: 'Latex allergy; Asthma' })
    // Taken back once the patient is one again.
    expect((await records.read(kept)).merges).toEqual([])
    await undo(top, kept)
    await undo(kept, one)
    expect(await records.read(kept)).toMatchObject(left)
    await undo(kept, other)
    for (const id of [kept, top]) {
      expect(await records.read(id)).toMatchObject({ ...unknown, email: '' })
    }
  }
})

test('what a merge filled in stays where staff have changed the record since, before another merge too', async () => {
  const { records } = await openRecords()
  const kept = await records.added()
  const first = await records.added({ name: 'Ann Poe', ...allergic })
  const second = await records.added({ name: 'Bea Poe', ...asthmatic })
  await records.merge(kept, first)
  await records.change(kept, { note: 'Typed since' })
  await records.merge(kept, second)
  for (const gone of [second, first]) {
    const [newest] = (await records.read(kept)).merges
    const undone = await records.ask('DELETE', `/${kept}/merge/${newest?._id}`)
    expect(await undone.json()).toEqual({ _id: gone })
    expect(await records.read(kept)).toMatchObject({
      ...allergic,
      ...{ note: 'Typed since', birthDate: null },
    })
  }
})

test('patients are not merged where an alert or a note of theirs would be cut', async () => {
  const { records } = await openRecords()
  const kept = await records.added({ alert: 'Latex allergy', note: 'n' })
  for (const [name, draft] of Object.entries({
    alert: { alert: 'a'.repeat(186) },
    note: { note: 'x'.repeat(4999) },
  })) {
    const gone = await records.added({ name: `Ann ${name}`, ...draft })
    expect((await refusal(await records.merge(kept, gone))).code).toBe('merged_texts_long')
    await records.change(gone, { alert: 'a'.repeat(185), note: 'x'.repeat(4998) })
    expect((await records.merge(kept, gone)).status).toBe(200)
    const { alert, note, merges } = await records.read(kept)
    expect([alert.length, note.length]).toEqual([200, 5000])
    await records.ask('DELETE', `/${kept}/merge/${merges[0]?._id}`)
  }
})

test('a merge can be undone only for a day', async () => {
  const { portal, records } = await openRecords()
  const [kept, gone] = [await records.added(), await records.added()]
  await records.merge(kept, gone)
  const { merges } = await records.read(kept)
  portal.time.now = new Date(portal.time.now.getTime() + 25 * 3_600_000)
  const staff = await signIn(portal, 'another@clinic.example', 'admin')
  const late = recordsOf(portal, staff)
  expect((await late.read(kept)).merges).toEqual([])
  const undone = await late.ask('DELETE', `/${kept}/merge/${merges[0]?._id}`)
  expect((await refusal(undone)).code).toBe('merge_over')
})

test('a dependent merged into another patient leaves the family list, and returns when the merge is undone', async () => {
  const { portal, staff, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const timmy = await addDependent(portal, jane)
  const visit = await booked(portal, jane, { dependent: timmy._id })
  const grown = await accepted(
    await bookFor(portal, staff, { email: null, name: 'Timmy Doe' }, { treatment: 1, slot: later }),
  )
  expect((await records.merge(grown.patientId, timmy._id)).status).toBe(200)
  expect(await storedOf(portal, visit._id)).toMatchObject({ relation: null, bookerName: null })
  const family = async () => (await request(portal, 'GET', '/family', jane)).json()
  expect(await family()).toEqual([])
  const { merges } = await records.read(grown.patientId)
  await records.ask('DELETE', `/${grown.patientId}/merge/${merges[0]?._id}`)
  expect(await storedOf(portal, visit._id)).toEqual({
    ...{ patientId: timmy._id, patient: jane.email, relation: 'child', bookerName: jane.name },
  })
  expect(await family()).toMatchObject([{ _id: timmy._id }])
})

test('the waitlist requests of a dependent who is merged end, and their slots are free again', async () => {
  const { portal, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const timmy = await addDependent(portal, jane)
  const { offer } = await asked(portal, jane, { dependent: timmy._id })
  const freeSlots = async () => {
    const response = await request(portal, 'GET', `/available?date=${monday}`)
    const [first] = (await response.json()) as { slots: string[] }[]
    return first?.slots
  }
  expect(offer).toMatchObject({ slot: early })
  expect(await freeSlots()).not.toContain(early)
  expect((await records.merge(await records.added(), timmy._id)).status).toBe(200)
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over', offer: null }])
  expect(await freeSlots()).toContain(early)
})

test('a request for an earlier time of an appointment ends where a merge, or its undoing, gives that to another', async () => {
  const { portal, staff, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const own = await booked(portal, jane, { slot: '10:00 AM - 10:30 AM' })
  const holder = (await storedOf(portal, own._id)).patientId
  // The account answers for a record with its address, too.
  const record = await records.added({ name: 'Ann Roe', email: jane.email })
  const named = { email: jane.email, name: 'Ann Roe' }
  const hers = await accepted(await bookFor(portal, staff, named, { slot: later, treatment: 1 }))
  const states = async () => (await listRequests(portal, jane)).map(({ state }) => state)
  const suits = { appointment: hers._id, treatmentId: hers.treatmentId }
  await asked(portal, jane, suits)
  expect((await records.merge(holder, record)).status).toBe(200)
  expect(await states()).toEqual(['over'])
  await asked(portal, jane, suits)
  const [merge] = (await records.read(holder)).merges
  expect((await records.ask('DELETE', `/${holder}/merge/${merge?._id}`)).status).toBe(200)
  expect(await states()).toEqual(['over', 'over'])
})

test('a merge of a dependent is undone although their account has listed somebody of the name since', async () => {
  const { portal, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const ann = await addDependent(portal, jane, { name: 'Ann Doe' })
  const visit = await booked(portal, jane, { dependent: ann._id })
  const kept = await records.added()
  await records.merge(kept, ann._id)
  const again = await addDependent(portal, jane, { name: 'ANN Doe' })
  const { merges } = await records.read(kept)
  const undone = await records.ask('DELETE', `/${kept}/merge/${merges[0]?._id}`)
  expect(await undone.json()).toEqual({ _id: ann._id })
  expect(await storedOf(portal, visit._id)).toMatchObject({
    ...{ patientId: ann._id, patient: jane.email, relation: 'child' },
  })
  const family = await (await request(portal, 'GET', '/family', jane)).json()
  expect(family).toMatchObject([{ _id: again._id }])
})

if (inject('engine') === 'postgres') {
  test('a merge of a dependent is undone while their account lists somebody of the name', async () => {
    const { portal, records } = await openRecords()
    const jane = await signIn(portal, 'jane@x.example')
    const ann = await addDependent(portal, jane, { name: 'Ann Doe' })
    await booked(portal, jane, { dependent: ann._id })
    const kept = await records.added()
    await records.merge(kept, ann._id)
    const { merges } = await records.read(kept)
    const undoing = beginBeforeNextCommit(portal.database, () =>
      records.ask('DELETE', `/${kept}/merge/${merges[0]?._id}`),
    )
    await portal.database.query.transaction().execute(async (query) => {
      const { accountId } = await query
        .selectFrom('patients')
        .select('accountId')
        .where('id', '=', ann._id)
        .executeTakeFirstOrThrow()
      const draft = { name: 'Ann Doe', relation: 'child' } as const
      await insertDependent(query, {
        ...{ ...draft, id: 'again', accountId: accountId ?? '' },
        createdAt: portal.time.now.toISOString(),
      })
    })
    expect(await (await undoing).json()).toEqual({ _id: ann._id })
    const family = await (await request(portal, 'GET', '/family', jane)).json()
    expect(family).toMatchObject([{ _id: 'again' }])
  })
}

test('an account’s own patient, an already merged patient or the patient itself cannot be merged', async () => {
  const { portal, records } = await openRecords()
  const jane = await signIn(portal)
  const holder = (await storedOf(portal, (await booked(portal, jane))._id)).patientId
  const [kept, gone] = [await records.added(), await records.added()]
  const codeOf = async (response: Promise<Response> | Response) =>
    (await refusal(await response)).code
  expect(await codeOf(records.merge(kept, holder))).toBe('patient_has_account')
  const namesake = await records.added({ name: jane.name })
  const flagsOf = async (id: string) =>
    (await records.read(id)).similar.map(({ _id, holdsAccount }) => [_id, holdsAccount])
  expect(await flagsOf(namesake)).toContainEqual([holder, true])
  expect(await flagsOf(holder)).toContainEqual([namesake, false])
  expect(await codeOf(records.merge(kept, kept))).toBe('not_found')
  await records.merge(kept, gone)
  expect(await codeOf(records.merge(gone, kept))).toBe('patient_over')
  expect(await codeOf(records.merge(kept, gone))).toBe('patient_over')
  expect(await codeOf(records.change(gone, { note: 'x' }))).toBe('patient_over')
})

test('patients with one treatment on the same day, or appointments at the same time, cannot be merged', async () => {
  const { portal, staff, records } = await openRecords()
  const [karl, vera] = ['Karl', 'Vera'].map((name) => ({ email: null, name, phone: '1' }))
  if (!karl || !vera) throw new Error('Two guests')
  for (const [treatment, slot] of [
    [0, later],
    [1, early],
  ] as const) {
    const kept = await accepted(
      await bookFor(portal, staff, karl, { slot: early, treatment: treatment * 2 }),
    )
    const gone = await accepted(
      await bookFor(portal, staff, vera, { slot, treatment: treatment * 2 + treatment }),
    )
    const asked = await records.merge(kept.patientId, gone.patientId)
    expect((await refusal(asked)).code).toBe('patients_collide')
    expect((await storedOf(portal, gone._id)).patientId).toBe(gone.patientId)
    for (const { _id, revision } of [kept, gone]) {
      const body = { revision, reason: 'x', refund: false }
      await request(portal, 'POST', `/staff/appointments/${_id}/cancel`, {
        token: staff.token,
        body,
      })
    }
  }
})

test('a booking made during a merge never belongs to the patient that was merged away', async () => {
  const { portal, staff, records } = await openRecords()
  for (let round = 0; round < 6; round += 1) {
    const guest = { email: null, name: `Karl ${round}`, phone: '1' }
    const first = await accepted(
      await bookFor(portal, staff, guest, { treatment: round, slot: early }),
    )
    const kept = await records.added({ name: `Kept ${round}` })
    const [merged, made] = await Promise.all([
      records.merge(kept, first.patientId),
      bookFor(portal, staff, guest, { treatment: round, slot: later, date: '2026-06-09' }),
    ])
    expect([merged.status, made.status]).toEqual([200, 200])
  }
  const left = await portal.database.query
    .selectFrom('appointments as a')
    .innerJoin('patients as p', 'p.id', 'a.patientId')
    .select('a.id')
    .where('p.mergedInto', 'is not', null)
    .execute()
  expect(left).toEqual([])
})

test('erasing a patient removes what is stored by the e-mails of those who were merged into them', async () => {
  const { portal, records } = await openRecords()
  const { query } = portal.database
  const email = 'twin@patients.example'
  const kept = await records.added({ name: 'Karl Poe', email: 'karl@patients.example' })
  const twin = await records.added({ name: 'Carl Poe', email })
  await storeByMail(portal.database, { email, byMail: false }, portal.time.now.toISOString())
  expect((await records.find('twin@')).length).toBe(1)
  expect((await records.merge(kept, twin)).status).toBe(200)
  expect((await records.ask('DELETE', `/${kept}`)).status).toBe(200)
  expect(await query.selectFrom('noticeSettings').selectAll().execute()).toEqual([])
  const audit = await query.selectFrom('auditEntries').select(['subject', 'data']).execute()
  expect(JSON.stringify(audit)).not.toMatch(/twin/)
})

test('erasing a patient removes personal data and preserves dates and amounts', async () => {
  const { portal, staff, records } = await openRecords()
  const guest = { email: null, name: 'Karl Poe', phone: '718 555 0142' }
  const made = await accepted(await bookFor(portal, staff, guest, { slot: early }))
  await records.change(made.patientId, { note: 'Prefers mornings', birthDate: '1988-06-05' })
  const twin = await records.added({ name: 'Carl Poe', note: 'The same' })
  await records.merge(made.patientId, twin)
  const erase = () => records.ask('DELETE', `/${made.patientId}`)
  expect((await refusal(await erase())).code).toBe('appointments_to_come')
  portal.time.now = new Date('2026-06-08T14:00:00Z')
  const later = recordsOf(portal, await signIn(portal, 'another@clinic.example', 'admin'))
  expect((await later.ask('DELETE', `/${made.patientId}`)).status).toBe(200)
  const { query } = portal.database
  const stored = await query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ patientName: '—', phone: '', priceCents: made.price * 100 })
  const rows = await query
    .selectFrom('patients')
    .selectAll()
    .where('accountId', 'is', null)
    .execute()
  expect(JSON.stringify(rows)).not.toMatch(/Karl|Carl|mornings|same|0142|1988/)
  expect(await query.selectFrom('patientMerges').selectAll().execute()).toEqual([])
  expect(await later.find('karl')).toEqual([])
  expect(await later.read(made.patientId)).toMatchObject({ erased: true, name: '—' })
  const again = await later.ask('DELETE', `/${made.patientId}`)
  expect((await refusal(again)).code).toBe('patient_over')
})

if (inject('engine') === 'postgres') {
  test.each(['undoes a merge', 'erases a patient with whom another was merged'])(
    'who %s locks the two in the order of their ids, as who merges them does',
    async (what) => {
      const { portal, records } = await openRecords()
      const { database } = portal
      const [gone, kept] = [await records.added(), await records.added()]
      expect(await mergePatients(portal.deps, { kept, gone })).toEqual({ ok: true })
      const [{ _id: merge = '' } = {}] = (await records.read(kept)).merges
      const act = () =>
        what === 'undoes a merge'
          ? undoMerge(portal.deps, { kept, merge })
          : erasePatient(portal.deps, kept)
      let acting: ReturnType<typeof act> | undefined
      await database.query.transaction().execute(async (query) => {
        const lock = (id: string) =>
          query.selectFrom('patients').select('id').where('id', '=', id).forUpdate().skipLocked()
        await lock(gone).execute()
        acting = act()
        await untilBlocked(database, acting)
        expect(await lock(kept).execute()).toEqual([{ id: kept }])
      })
      expect(await acting).toMatchObject({ ok: true })
    },
  )
}
