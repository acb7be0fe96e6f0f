import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NewFeed } from '../../contract/calendar/endpoints.ts'
import { type Language, languages } from '../../contract/language.ts'
import { notifyPatientOfSeveral } from '../appointments/mails.ts'
import { composeEntry, composeStaffEntry } from '../calendar/compose-entry.ts'
import { writePlanChangeMail } from '../doctors/plan-changes/mails.ts'
import { writeReminderText } from '../reminders/mails.ts'
import { after, before, desk, lettersIn } from '../testing/models/letters.ts'
import { booked, openPortal, request, signIn } from '../testing/portal.ts'
import { queueFarewell } from '../users/mails.ts'
import { writeWithdrawnMail } from '../waitlist/withdraw-offers.ts'

const name = before.treatment
const [publicUrl, authSecret] = ['https://clinic.example', 'a secret of the tests']
const change = { kind: 'absence', treatmentId: null } as const

/** Every kind of mail, written in one language. */
async function everyLetter(language: Language, namesTreatments: boolean) {
  const portal = await openPortal()
  const { query } = portal.database
  await query
    .updateTable('clinic')
    .set({ namesTreatments: namesTreatments ? 1 : 0 })
    .execute()
  const reader = await signIn(portal, before.patient)
  await query.updateTable('users').set({ language }).where('email', '=', reader.email).execute()
  const now = portal.time.now
  const money = { toCard: 0, atDesk: 0, kept: 0, test: 0 }
  const farewell = { address: before.patient, cancelled: [before], money, isOwn: true }
  await (await queueFarewell(query, portal.config, farewell))(now)
  const { _id: id } = await booked(portal, reader)
  const stored = await query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const several = { ...before, id, treatmentId: stored.treatmentId }
  await notifyPatientOfSeveral(query, portal.config, [several, after], now)
  const queued = await query
    .selectFrom('outbox')
    .select(['kind', 'subject', 'text', 'html', 'calendar'])
    .execute()
  const sender = { clinicName: desk.name, language, namesTreatments }
  const displaced = { change, settlement: after, way: 'move' as const, appointment: before }
  const about = { phone: desk.phone, publicUrl, authSecret }
  return [
    ...lettersIn(language, namesTreatments).map((letter) => ({
      ...letter,
      calendar: letter.calendar?.text ?? '',
    })),
    ...queued,
    writePlanChangeMail(sender, { ...displaced, ...about }),
    writePlanChangeMail(sender, { ...displaced, ...about, way: 'ask' }),
    writeWithdrawnMail(sender, { ...before, isGiven: true, url: publicUrl }),
  ]
}

/** The `kind` of every mail in the source. */
function everyKind(): Set<string> {
  const files = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const writers = files
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.includes('frameMail(sender') || text.includes('= frameMail('))
  return new Set(
    writers.flatMap((text) =>
      [...text.matchAll(/kind: '([a-z-]+)'/g)].map(([, kind]) => kind ?? ''),
    ),
  )
}

type Shown = { subject: string; text: string; html: string; calendar?: unknown }

/** What the recipient sees, without the outbox's own fields. */
const shown = ({ subject, text, html, calendar = '' }: Shown) =>
  [subject, text, html, String(calendar)].join('\n')

/** Kinds that are not about an appointment. */
const aboutNone = [
  'email-change',
  'email-change-notice',
  'staff-invitation',
  'factors-changed',
  'new-admin',
  'new-device',
]

test.each(languages)(
  'in %s, no mail names a treatment when the clinic has turned that off',
  async (language) => {
    const open = await everyLetter(language, true)
    const written = new Set([...open.map(({ kind }) => kind), ...aboutNone])
    expect([...everyKind()].filter((kind) => !written.has(kind))).toEqual([])
    const naming = open.filter((letter) => shown(letter).includes(name))
    expect(naming.length).toBeGreaterThanOrEqual(14)
    for (const letter of await everyLetter(language, false)) {
      expect(shown(letter)).not.toContain(name)
      expect(letter.text).not.toMatch(/ {2}|undefined/)
    }
  },
)

test.each(languages)(
  'in %s, text messages and calendar entries name the treatment only when the clinic allows it',
  (language) => {
    for (const namesTreatments of [true, false]) {
      const reader = { ...desk, namesTreatments }
      const reminder = { appointment: before, language, byMail: true, smsPhone: '+17185550100' }
      const written = [
        writeReminderText(reader, { ...reminder, trueUntil: new Date() }, { authSecret, sms: {} })
          ?.text,
        composeEntry(reader, before, language),
        composeStaffEntry(reader, before, language),
      ]
      for (const one of written) expect(JSON.stringify(one).includes(name)).toBe(namesTreatments)
    }
  },
)

test('calendar downloads, calendar links and both feeds apply the setting immediately', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { _id, treatment } = await booked(portal, jane)
  const feeds = [
    ['/calendar-feed', jane],
    ['/staff/calendar-feed', staff],
  ] as const
  const addresses: string[] = []
  for (const [path, person] of feeds) {
    const made = NewFeed.parse(await (await request(portal, 'POST', path, person)).json())
    addresses.push(new URL(made.address).pathname)
  }
  const readAll = async () => {
    const own = [`/booking/${_id}/calendar.ics`, `/booking/${_id}/calendar`]
    const answers = [
      ...own.map((path) => request(portal, 'GET', path, jane)),
      ...addresses.map((path) => request(portal, 'GET', path)),
    ]
    return Promise.all(
      answers.map(async (answer) => decodeURIComponent(await (await answer).text())),
    )
  }
  const unfolded = (text: string) => text.replaceAll(/\r\n /g, '').replaceAll('+', ' ')
  for (const text of await readAll()) expect(unfolded(text)).toContain(treatment)
  const policy = await (await request(portal, 'GET', '/policy')).json()
  const body = { ...Object(policy), namesTreatments: false }
  const changed = await request(portal, 'PUT', '/staff/policy', { token: staff.token, body })
  expect(changed.status).toBe(200)
  for (const text of await readAll()) {
    expect(unfolded(text)).not.toContain(treatment)
    expect(text).toMatch(/Appointment/)
  }
})

test.each(languages)('no sentence of a mail in %s ends twice after a time', async (language) => {
  const letters = await everyLetter(language, true)
  expect(letters.filter(({ text }) => text.includes('..')).map(({ kind }) => kind)).toEqual([])
})
