import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { listLanguages } from '../language/account-language.ts'
import { queueMails } from '../notifications/queue-mail.ts'
import { readDesk, spanOf } from './compose-entry.ts'
import type { CalendarConfig } from './entry.ts'
import { owesConfirmation, takeConfirmations } from './queries.ts'
import { writeConfirmationMail } from './write-confirmation-mail.ts'

/** In one transaction, which bookings on SQLite wait for. */
const most = 20

/**
 * Writes the confirmations that bookings are owed (docs/decisions/0013): what is owed goes in the same
 * transaction as its mail comes, so there is one for each booking, no matter who crashes. True when some
 * were owed.
 */
export async function queueConfirmations(parts: {
  config: CalendarConfig & Pick<Config, 'payments'> & { authSecret: string }
  database: Database
  clock: Clock
}): Promise<boolean> {
  const { config, database, clock } = parts
  if (!(await owesConfirmation(database.query))) return false
  const desk = await readDesk(database.query, config)
  const now = clock()
  const { authSecret } = config
  const known = { now, authSecret, takesCards: config.payments.provider !== 'off' }
  return database.query.transaction().execute(async (transaction) => {
    const taken = await takeConfirmations(transaction, database, most)
    const standing = taken.appointments.filter(
      (one) => spanOf(one, desk.timeZone).start > now.getTime(),
    )
    if (standing.length === 0) return taken.count > 0
    const patients = standing.map(({ patient }) => patient)
    const languageOf = await listLanguages(transaction, config, patients)
    const mails = standing.map((one) =>
      writeConfirmationMail(desk, one, { ...known, language: languageOf(one.patient) }),
    )
    await queueMails(transaction, mails, now)
    return taken.count > 0
  })
}
