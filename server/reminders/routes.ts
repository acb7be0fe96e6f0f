import { type ReminderSettings, reminderEndpoints } from '../../contract/reminders/endpoints.ts'
import { reminderRefusals } from '../../contract/reminders/refusals.ts'
import { readPolicy } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { holdSession } from '../identity/passwords/hold-password.ts'
import { readSettings, storeSettings, untouched } from './settings.ts'

export function reminderRoutes(serve: Serve, deps: Deps): void {
  const { clock, config, database } = deps
  const offersSms = config.sms !== undefined

  async function show(email: string | null): Promise<ReminderSettings> {
    const settings = email === null ? untouched : await readSettings(database.query, email)
    const { reminderMinutes } = await readPolicy(database.query)
    const earliestFirst = reminderMinutes.toSorted((one, other) => other - one)
    return { ...settings, offersSms, reminderMinutes: earliestFirst }
  }

  // Settings are stored by address: an account that has not proved its address reads the defaults.
  serve(reminderEndpoints.readReminders, ({ caller }) =>
    show(caller.verified ? caller.email : null),
  )

  serve(reminderEndpoints.changeReminders, async ({ body, caller }) => {
    // Anyone who signed up with another's address must not end what that person is sent.
    if (!caller.verified) return refuse(reminderRefusals, 'email_unproved', 403)
    if (body.bySms && body.phone === null) return refuse(reminderRefusals, 'phone_missing', 422)
    if (body.bySms && !offersSms) return refuse(reminderRefusals, 'sms_unavailable')
    const email = await database.query.transaction().execute(async (query) => {
      // The end of the account ends the session, and removes what is stored by its address.
      const account = await holdSession(query, database.engine, caller)
      if (account) await storeSettings(query, account.email, body, clock().toISOString())
      return account?.email
    })
    return email === undefined ? fail('unauthenticated') : show(email)
  })
}
