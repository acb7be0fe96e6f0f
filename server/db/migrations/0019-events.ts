import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * History, audit and refunds stored sentences; they store codes and fields from here on, as JSON
 * text on both engines. A sentence that cannot be taken apart becomes `{ "text": … }`.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`alter table "appointmentEvents" rename column "detail" to "data"`)
  await rewrite(query, 'appointmentEvents', 'kind', sql`"data" <> ''`, eventData)
  await run(sql`update "appointmentEvents" set "data" = case
    when "kind" = 'cancelled' then '{"reason":null}'
    when "kind" in ('confirmed', 'arrived', 'done', 'no_show', 'mark_removed') then '{}'
    else '{"text":""}' end where "data" = ''`)
  await openAudit(run, engine)
  await run(sql`alter table "auditEntries" rename column "detail" to "data"`)
  const known = sql.join([...actions.keys()].map((name) => sql.lit(name)))
  const speaking = sql`("data" <> '' or "action" not in (${known}))`
  await rewrite(query, 'auditEntries', 'action', speaking, entryData)
  await run(sql`update "auditEntries" set "data" = 'null' where "data" = ''`)
  const cases = [...actions].map(([name, code]) => sql`when ${sql.lit(name)} then ${sql.lit(code)}`)
  await run(sql`update "auditEntries" set "action" = case "action" ${sql.join(cases, sql` `)}
    else 'other' end`)
  await closeAudit(run, engine)
  await run(sql`alter table "refunds" add column "reasonCode" text`)
  for (const [sentence, code] of reasons) {
    await run(sql`update "refunds" set "reasonCode" = ${code}, "reason" = ''
      where "reason" = ${sentence}`)
  }
}

const pageRows = 1000

/** Puts what `dataOf` makes of a row's kind and sentence in the sentence's place, page by page. */
async function rewrite(
  query: Kysely<unknown>,
  table: string,
  kindColumn: string,
  which: RawBuilder<unknown>,
  dataOf: (kind: string, sentence: string) => unknown,
): Promise<void> {
  type Row = { id: string; kind: string; data: string }
  let after = ''
  for (;;) {
    const { rows } = await sql<Row>`select "id", ${sql.id(kindColumn)} as "kind", "data"
      from ${sql.id(table)} where "id" > ${after} and ${which} order by "id" limit ${pageRows}`.execute(
      query,
    )
    if (rows.length > 0) {
      const pairs = rows.map(
        ({ id, kind, data }) => sql`(${id}, ${JSON.stringify(dataOf(kind, data))})`,
      )
      await sql`update ${sql.id(table)} set "data" = v."column2"
        from (values ${sql.join(pairs)}) as v where "id" = v."column1"`.execute(query)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageRows) return
  }
}

/** Lets go of what keeps entries as they are, until `closeAudit`. */
async function openAudit(run: Run, engine: Engine): Promise<void> {
  await run(
    engine === 'sqlite'
      ? sql`drop trigger "auditEntries_closed"`
      : sql`alter table "auditEntries" disable trigger "auditEntries_kept"`,
  )
}

/** As migration 0003 has it. */
async function closeAudit(run: Run, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await run(sql`alter table "auditEntries" enable trigger "auditEntries_kept"`)
    return
  }
  await run(sql`create trigger "auditEntries_closed" before update on "auditEntries"
    when old."status" is not null or new."status" is null
      or new."id" <> old."id" or new."at" <> old."at"
      or new."actor" <> old."actor" or new."action" <> old."action"
      or new."address" <> old."address" begin
    select raise(abort, 'auditEntries_closed'); end`)
}

/** Maps and no objects: staff may have typed `constructor`. */
const reasons = new Map(
  Object.entries({
    'You cancelled the appointment.': 'cancelled',
    'Your new treatment costs less.': 'cheaper',
    'The appointment had been cancelled before you paid.': 'cancelled_before',
    'The appointment was already paid.': 'already_paid',
    'The appointment was over.': 'over',
    'The price of the appointment had changed.': 'price_changed',
    'The e-mail address was not confirmed in time.': 'not_confirmed',
    'The account that had booked it was removed before its e-mail was confirmed.':
      'account_removed',
    'You already had an appointment that it collided with.': 'already_held',
  }),
)

function reasonOf(sentence: string): object {
  const code = reasons.get(sentence)
  return code === undefined ? { text: sentence } : { code }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const date = `(?:${months.join('|')}) [1-9]\\d?, \\d{4}`
const slot = '\\d{1,2}:\\d{2} [AP]M - \\d{1,2}:\\d{2} [AP]M'
const charge = '\\$(?<dollars>\\d+)\\.(?<cents>\\d{2}), (?<transactionId>\\S+)'

type Parts = Record<string, string | undefined>
type Read = (parts: Parts) => object | null

/** What `read` makes of the named parts of a sentence of this shape; `null` where it has another. */
const shape = (pattern: string, read: Read) => {
  const whole = new RegExp(`^${pattern}$`, 's')
  return (sentence: string) => {
    const found = whole.exec(sentence)
    return found && read(found.groups ?? {})
  }
}

/** `Jun 5, 2022` as `2022-06-05`. */
function dayOf(text = ''): string {
  const [month = '', day = '', year = ''] = text.split(/,? /)
  const two = (value: number | string) => String(value).padStart(2, '0')
  return `${year}-${two(months.indexOf(month) + 1)}-${two(day)}`
}

function moneyOf({ dollars, cents }: Parts): object {
  return { amountCents: Number(dollars) * 100 + Number(cents), currency: 'usd' }
}

function chargeOf(parts: Parts): object {
  return { ...moneyOf(parts), transactionId: parts.transactionId }
}

const withReason = shape(`${charge}\\. (?<reason>.*)`, (parts) => ({
  ...chargeOf(parts),
  reason: reasonOf(parts.reason ?? ''),
}))
const timeOf = (treatment: string | undefined, day: string | undefined, slot = '') => ({
  ...{ day: dayOf(day), slot },
  ...(treatment !== undefined && { treatment }),
})

type ReadSentence = (sentence: string) => object | null

const events = new Map(
  Object.entries<ReadSentence>({
    booked: shape(`(?<slot>${slot})`, ({ slot }) => ({ slot })),
    cancelled: (sentence) => ({ reason: reasonOf(sentence) }),
    paid: shape(charge, chargeOf),
    payment_surplus: withReason,
    refund_requested: withReason,
    refunded: withReason,
    refund_failed: shape(`${charge}\\. (?<failure>.*)`, (parts) => ({
      ...chargeOf(parts),
      failure:
        parts.failure === 'the provider refused it'
          ? { code: 'provider_refused' }
          : { text: parts.failure },
    })),
    moved: shape(
      `(?:(?<old>.*?), )?(?<oldDay>${date}), (?<oldSlot>${slot}) -> (?:(?<new>.*?), )?(?<newDay>${date}), (?<newSlot>${slot})`,
      (parts) =>
        (parts.old === undefined) === (parts.new === undefined)
          ? {
              from: timeOf(parts.old, parts.oldDay, parts.oldSlot),
              to: timeOf(parts.new, parts.newDay, parts.newSlot),
            }
          : null,
    ),
    paid_at_desk: shape(
      '\\$(?<dollars>\\d+)\\.(?<cents>\\d{2}), (?<method>cash|card|other)',
      (parts) => ({ ...moneyOf(parts), method: parts.method }),
    ),
    desk_payment_removed: shape(charge, chargeOf),
  }),
)

/** The fields contained in a sentence of the history. */
export function eventData(kind: string, sentence: string): object {
  return events.get(kind)?.(sentence) ?? { text: sentence }
}

const actions = new Map(
  Object.entries({
    'Added a doctor': 'doctor_added',
    'Added a treatment': 'treatment_added',
    'Archived or restored a treatment': 'treatment_archived',
    'Booked for a patient': 'appointment_booked',
    'Cancelled an appointment': 'appointment_cancelled',
    'Changed a doctor': 'doctor_changed',
    'Changed a treatment': 'treatment_changed',
    'Changed the clinic profile': 'profile_changed',
    'Changed the limits of a user': 'limits_changed',
    'Changed the opening days': 'opening_changed',
    'Changed the policy': 'policy_changed',
    'Closed days': 'days_closed',
    'Decided on a review': 'review_decided',
    'Ended a calendar feed': 'feed_ended',
    'Exported appointments': 'appointments_exported',
    'Exported payments': 'payments_exported',
    'Looked at a day': 'day_read',
    'Looked at an appointment': 'appointment_read',
    'Looked at the audit': 'audit_read',
    'Looked at the contact messages': 'messages_read',
    'Looked at the reviews': 'reviews_read',
    'Looked at the users': 'users_read',
    'Looked at the waiting line': 'waitlist_read',
    'Made a calendar feed': 'feed_made',
    'Made a user an admin': 'admin_made',
    'Marked a contact message': 'message_marked',
    'Marked an appointment': 'appointment_marked',
    'Moved an appointment': 'appointment_rescheduled',
    'Opened a closed day': 'day_opened',
    'Read the calendar feed': 'feed_read',
    'Recorded a payment at the desk': 'desk_payment_recorded',
    'Refunded an appointment': 'appointment_refunded',
    'Removed a doctor': 'doctor_removed',
    'Removed a payment at the desk': 'desk_payment_removed',
    'Removed a user': 'user_removed',
    'Searched the appointments': 'appointments_searched',
    'Uploaded a photo': 'photo_uploaded',
  }),
)

const changeOf = (from: unknown, to: unknown) => (from === undefined ? undefined : { from, to })
const centsOf = (price: string | undefined) =>
  price === undefined ? undefined : Math.round(Number(price) * 100)
const listOf = (slots: string | undefined) => slots?.split(', ')

/** Where typed text holds this, a sentence can be read in more than one way. */
const ambiguous = / -> |; (name|price|added|removed|address|phone|openingHours|about|contact) /

/** Lines one after the other, none of which has to be there. */
const lines = (patterns: readonly string[], read: Read) =>
  shape(patterns.map((pattern) => `(?:${pattern}(?:; (?!$)|$))?`).join(''), (parts) =>
    Object.values(parts).some((part) => part !== undefined && ambiguous.test(part))
      ? null
      : read(parts),
  )

const line = (label: string, name: string) => `${label} (?<${name}From>.*?) -> (?<${name}To>.*?)`

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const oneOf =
  (words: Record<string, object>): ReadSentence =>
  (sentence) =>
    new Map(Object.entries(words)).get(sentence) ?? null

/** Numbers, a list of numbers or a word, by their names in the policy. */
function policyData(sentence: string): object | null {
  const changes = new Map<string, object>()
  for (const change of sentence.split('; ')) {
    const [, name = '', from = '', to = ''] = /^(\w+) (.*) -> (.*)$/.exec(change) ?? []
    const read = policyParts.get(name)
    if (!read || changes.has(name) || !/^[\w,]*$/.test(from + to)) return null
    changes.set(name, { from: read(from), to: read(to) })
  }
  return Object.fromEntries(changes)
}

const policyParts = new Map(
  Object.entries<(text: string) => unknown>({
    cutoffMinutes: Number,
    refundRule: String,
    reminderMinutes: (text) => (text === '' ? [] : text.split(',').map(Number)),
    offerMinutes: Number,
    unprovedAppointments: Number,
    unprovedHours: Number,
    unpaidAppointments: Number,
    bookingsPerHour: Number,
    waitRequests: Number,
    openOffers: Number,
  }),
)

const pagesOf = ({ about, contact }: Parts) => {
  const pages = [about, contact].filter((page) => page !== undefined)
  return pages.length > 0 ? pages : undefined
}

const entries = new Map(
  Object.entries<ReadSentence>({
    'Added a treatment': shape('price (?<price>\\d+\\.\\d{2}), (?<slots>\\d+) slots', (parts) => ({
      ...{ priceCents: centsOf(parts.price), slots: Number(parts.slots) },
    })),
    'Archived or restored a treatment': oneOf({
      archived: { archived: true },
      restored: { archived: false },
    }),
    'Booked for a patient': shape(
      `(?<treatment>.*), (?<day>${date}), (?<slot>${slot})`,
      ({ treatment, day, slot }) => ({ treatment, day: dayOf(day), slot }),
    ),
    'Cancelled an appointment': (sentence) => {
      const reason = sentence.replace(/^with refund: /, '')
      return { reason, refund: reason !== sentence }
    },
    'Changed a doctor': shape('e-mail -> (?<email>.*)', ({ email }) => ({ email })),
    'Changed a treatment': lines(
      [
        line('name', 'name'),
        'price (?<oldPrice>\\d+\\.\\d{2}) -> (?<newPrice>\\d+\\.\\d{2})',
        `added (?<added>${slot}(?:, ${slot})*)`,
        `removed (?<removed>${slot}(?:, ${slot})*)`,
      ],
      (parts) => ({
        name: changeOf(parts.nameFrom, parts.nameTo),
        priceCents: changeOf(centsOf(parts.oldPrice), centsOf(parts.newPrice)),
        added: listOf(parts.added),
        removed: listOf(parts.removed),
      }),
    ),
    'Changed the clinic profile': lines(
      [
        ...['name', 'address', 'phone', 'openingHours'].map((part) => line(part, part)),
        '(?<about>about) page',
        '(?<contact>contact) page',
      ],
      (parts) => ({
        name: changeOf(parts.nameFrom, parts.nameTo),
        address: changeOf(parts.addressFrom, parts.addressTo),
        phone: changeOf(parts.phoneFrom, parts.phoneTo),
        openingHours: changeOf(parts.openingHoursFrom, parts.openingHoursTo),
        pages: pagesOf(parts),
      }),
    ),
    'Changed the limits of a user': oneOf({
      lifted: { unbounded: true },
      'set again': { unbounded: false },
    }),
    'Changed the opening days': shape(
      `closed on (?<closed>never|(?:(?:${weekdays.join('|')})(?:, )?)+); (?<days>\\d+) days ahead; (?<minutes>\\d+) minutes before; (?<told>\\d+) told`,
      ({ closed = '', days, minutes, told }) => ({
        closedWeekdays:
          closed === 'never' ? [] : closed.split(', ').map((day) => weekdays.indexOf(day)),
        ...{ horizonDays: Number(days), leadMinutes: Number(minutes), told: Number(told) },
      }),
    ),
    'Changed the policy': policyData,
    'Closed days': shape('(?<reason>.*); (?<told>\\d+) told', ({ reason, told }) => ({
      ...{ reason, told: Number(told) },
    })),
    'Decided on a review': shape(
      '(?<from>waiting|published|rejected) -> (?<to>waiting|published|rejected)',
      ({ from, to }) => ({ from, to }),
    ),
    'Marked a contact message': shape('(?<state>new|read|answered|spam)', ({ state }) => ({
      state,
    })),
    'Marked an appointment': oneOf({
      arrived: { mark: 'arrived' },
      done: { mark: 'done' },
      no_show: { mark: 'no_show' },
      'mark removed': { mark: null },
    }),
    'Moved an appointment': shape(`to (?<day>${date}), (?<slot>.*)`, ({ day, slot }) => ({
      ...{ day: dayOf(day), slot },
    })),
    'Recorded a payment at the desk': shape('(?<method>cash|card|other)', ({ method }) => ({
      method,
    })),
  }),
)

/** The fields contained in a sentence of the audit. Of actions without a pattern it was a search text. */
export function entryData(action: string, sentence: string): object {
  if (!actions.has(action)) return { name: action, detail: sentence }
  const read = entries.get(action)
  if (!read) return { search: sentence }
  return read(sentence) ?? { text: sentence }
}
