import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CalendarConfig, type Desk, readDesk } from '../calendar/compose-entry.ts'
import { readClinic, readPolicy } from '../clinic/read-clinic.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { queueMails, queueTexts } from '../notifications/queue-mail.ts'
import { type DueOf, type Look, listDue } from './list-due.ts'
import { writeReminderMail, writeReminderText } from './mails.ts'
import { listToRemind, storeReminders } from './queries.ts'

export type ReminderParts = {
  config: CalendarConfig & Pick<Config, 'sms'> & { authSecret: string }
  database: Database
  clock: Clock
}

const minuteMs = 60_000
/** A look back over what the last one may have missed: bookings that were on their way then. */
const overlapMs = 5 * minuteMs
const thoroughMs = 60 * minuteMs
/** In one transaction, which bookings on SQLite wait for. */
const most = 20

/**
 * Writes the reminders that have fallen due (docs/decisions/0016); true when there were some. Slots
 * begin at whole minutes, so it looks once a minute at what that minute has brought; once an hour, at
 * first and when the clinic has changed its list or its hours, at everything that may be due: a day that
 * is open again brings its reminders back.
 */
export function createQueueReminders(parts: ReminderParts): () => Promise<boolean> {
  const { config, database, clock } = parts
  let last = { minute: 0, thorough: 0, leads: '' }

  return async () => {
    const now = clock()
    const minute = Math.floor(now.getTime() / minuteMs) * minuteMs
    const { reminderMinutes: leads } = await readPolicy(database.query)
    const { hoursRevision } = await readClinic(database.query)
    const asked = `${leads.join()} ${hoursRevision}`
    if (minute === last.minute && asked === last.leads) return false
    const isThorough =
      // A clock set back, too.
      Math.abs(minute - last.thorough) >= thoroughMs || minute < last.minute || asked !== last.leads
    const earliest = minute - Math.max(0, ...leads) * minuteMs
    const since = isThorough ? earliest : last.minute - overlapMs
    const look = { leads, since, now: now.getTime(), timeZone: config.clinicTimeZone }
    const some = await remindAll(parts, look, now)
    last = { minute, thorough: isThorough ? minute : last.thorough, leads: asked }
    return some
  }
}

async function remindAll(parts: ReminderParts, look: Look, now: Date): Promise<boolean> {
  const { config, database } = parts
  const due = await listDue(database.query, look)
  if (due.length === 0) return false
  const desk = await readDesk(database.query, config)
  for (let at = 0; at < due.length; at += most) {
    await remind(parts, { desk, now, due: due.slice(at, at + most) })
    await nextTurn()
  }
  return true
}

/**
 * The row that says a reminder is decided comes in one transaction with its mail and has appointment,
 * time and lead for a key: there is one of each, whichever process writes it and whichever dies.
 */
async function remind(
  { config, database }: ReminderParts,
  { desk, now, due }: { desk: Desk; now: Date; due: readonly DueOf[] },
): Promise<void> {
  const decidedAt = now.toISOString()
  await database.query.transaction().execute(async (transaction) => {
    const rows = due.map(({ id: appointmentId, day, slot, leadMinutes }) => ({
      appointmentId,
      day,
      slot,
      leadMinutes,
      decidedAt,
    }))
    const taken = await storeReminders(transaction, rows)
    if (taken.length === 0) return
    const people = await listToRemind(transaction, config, taken)
    const reminders = people.flatMap((person) => {
      const { id, day, slot } = person.appointment
      // Moved since it was looked at: its new time has reminders of its own.
      const one = due.find((each) => each.id === id && each.day === day && each.slot === slot)
      return one ? [{ ...person, trueUntil: new Date(one.trueUntil) }] : []
    })
    const mails = reminders.flatMap((one) => writeReminderMail(desk, one, config) ?? [])
    const messages = reminders.flatMap((one) => writeReminderText(desk, one, config) ?? [])
    await queueMails(transaction, mails, now)
    await queueTexts(transaction, messages, now)
  })
}
