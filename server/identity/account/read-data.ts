import type { AccountData } from '../../../contract/identity/account-data.ts'
import { reasonText } from '../../../contract/payments/refund-reasons.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import type { Queries } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { reasonOf } from '../../payments/payment.ts'
import { listLooks } from '../../privacy/looks.ts'
import type { Caller } from '../caller.ts'
import { readFactors } from '../factors/queries.ts'
import { endsAt } from '../session-ends.ts'
import { readAppointments, readAroundAll, readOwnRows } from './data-queries.ts'
import { listSessions } from './queries.ts'
import { describeBrowser } from './sessions.ts'

/**
 * All that is stored about the holder of an account, and nobody else: what staff did comes without who.
 * `null` where it has ended meanwhile.
 */
export async function readAccountData(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  caller: Caller,
): Promise<AccountData | null> {
  const { query } = database
  const now = clock()
  const exportedAt = now.toISOString()
  const [own, appointments, sessions, factors] = await Promise.all([
    readOwnRows(query, caller),
    readAppointments(query, caller),
    listSessions(query, caller.userId, endsAt(config, now)),
    readFactors(query, caller.userId),
  ])
  const { user, ways, reminders, acts, waits } = own
  if (!user) return null
  const actsAround = appointments.flatMap(({ acts: around }) => around)
  return {
    exportedAt,
    account: {
      ...{ id: user.id, name: user.name, email: caller.email, verified: caller.verified },
      ...{ phone: user.phone, role: user.role, language: user.language },
      createdAt: new Date(user.createdAt).toISOString(),
      signInBy: ways.map(({ providerId }) => (providerId === 'google' ? 'google' : 'password')),
    },
    emailChanges: own.emailChanges,
    family: own.family,
    records: own.records.map(({ id: _, ...record }) => record),
    reminders: reminders
      ? { byMail: reminders.byMail === 1, bySms: reminders.bySms === 1, phone: reminders.phone }
      : null,
    appointments: appointments.map(showAppointmentData),
    waitlist: waits,
    messages: own.messages,
    notifications: own.notifications,
    calendarFeeds: own.calendarFeeds,
    sessions: sessions.map(({ userAgent, ipAddress, since, lastSeenAt }) => {
      const { browser } = describeBrowser(userAgent ?? '')
      return { browser, address: ipAddress, since, lastSeenAt }
    }),
    networks: own.networks,
    devices: own.devices,
    passkeys: factors.passkeys.map(({ name, createdAt }) => ({ name, createdAt })),
    looks: await listLooks(
      query,
      own.records.map(({ id }) => id),
      appointments.map(({ appointment }) => appointment.id),
    ),
    staffActs: [...acts, ...actsAround].toSorted((one, other) => one.at.localeCompare(other.at)),
  }
}

/** Appointments with all that hangs on them, as their patient reads it. */
export async function showAppointments(query: Queries, appointments: readonly Appointment[]) {
  return (await readAroundAll(query, appointments)).map(showAppointmentData)
}

type Around = Awaited<ReturnType<typeof readAppointments>>[number]

function showAppointmentData({
  appointment,
  payments,
  refunds,
  review,
  history,
  remindersSent,
}: Around): AccountData['appointments'][number] {
  return {
    ...appointment,
    history,
    payments: payments.map(({ id, intentId, ...payment }) => ({
      ...payment,
      transactionId: intentId,
      refunds: refunds
        .filter(({ paymentId }) => paymentId === id)
        .map((refund) => ({ ...refund, reason: reasonText('en', reasonOf(refund)) })),
    })),
    review: review ?? null,
    remindersSent,
  }
}
