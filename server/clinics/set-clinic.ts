import { operator } from '../../contract/audit.ts'
import { writeDone } from '../audit/write-entry.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { refuseOtherShape } from '../db/migrate.ts'
import { type Clinic, isClinicHost, schemaOf } from './clinic.ts'
import { readClinicConfig, readSettings } from './clinic-config.ts'
import {
  ClinicRefused,
  findIn,
  type OperatorParts,
  refuseUnknown,
  withClinics,
  withoutEmpty,
} from './operate-clinics.ts'
import { changeClinic, lockClinic, markChanging } from './register.ts'
import { type Settings, sealSettings } from './seal-settings.ts'

/**
 * Gives a clinic another host or other settings, all or none; an empty value removes a setting. Running portals
 * open the clinic again. Settings are sealed with the current AUTH_SECRET. Throws `ClinicRefused`, and
 * `ConfigError` for wrong settings. Returns the names of the changed settings.
 */
export async function setClinic(
  { config, environment, clock }: OperatorParts,
  name: string,
  asked: { host?: string | undefined; settings: Settings },
): Promise<{ clinic: Clinic; changed: string[] }> {
  if (asked.host !== undefined && !isClinicHost(asked.host)) throw new ClinicRefused('not_a_host')
  refuseUnknown(asked.settings)
  return withClinics(config, async ({ server, whole, register }) => {
    const { id } = await findIn(whole, register, name)
    const change = register.transaction().execute(async (transaction) => {
      const before = await lockClinic(transaction, id)
      if (!before || before.state === 'removing') throw new ClinicRefused('no_such_clinic')
      const had = readSettings(before, config)
      const settings = withoutEmpty({ ...had, ...asked.settings })
      const sealed = sealSettings(config.authSecret, id, settings)
      const clinic = { ...before, host: asked.host ?? before.host, settings: sealed }
      readClinicConfig(clinic, { environment, config })
      await changeClinic(transaction, id, { host: clinic.host, settings: sealed })
      await markChanging(transaction, [id], { until: clock().toISOString() })
      const changed = [
        ...(clinic.host === before.host ? [] : ['host']),
        ...namesOfChanged(had, settings),
      ]
      if (before.state === 'open' && changed.length > 0) {
        const { query } = server.database(schemaOf(id))
        await noteChange(query, { changed, title: settings.CLINIC_NAME, now: clock() })
      }
      return { clinic, changed }
    })
    return change.catch((error: unknown) => {
      throw refusingConstraint(error) === 'clinics_host_key' ? new ClinicRefused('taken') : error
    })
  })
}

function namesOfChanged(before: Settings, after: Settings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name]).toSorted()
}

/**
 * Staff see in their audit what was changed, never the values. A new CLINIC_NAME is the name that patients see.
 */
async function noteChange(
  query: Queries,
  { changed, title, now }: { changed: string[]; title: string | undefined; now: Date },
): Promise<void> {
  await refuseOtherShape(query)
  await query.transaction().execute(async (transaction) => {
    const done = {
      actor: operator,
      action: 'settings_changed',
      subject: changed.join(', '),
    } as const
    await writeDone(transaction, done, now)
    if (!changed.includes('CLINIC_NAME') || title === undefined) return
    await transaction
      .updateTable('clinic')
      .set(({ eb }) => ({ name: title, profileRevision: eb('profileRevision', '+', 1) }))
      .execute()
  })
}
