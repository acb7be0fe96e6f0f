import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { CopyEntries } from '../copies/entries.ts'
import { type Loaded, loadCopy } from '../copies/load-copy.ts'
import { openDataFolder } from '../data-folder.ts'
import { grantServing } from '../db/grant-serving.ts'
import { newestMigration } from '../db/migrate.ts'
import type { Secrets } from '../secrets.ts'
import { type Clinic, schemaOf } from './clinic.ts'
import { readClinicConfig, readSettings } from './clinic-config.ts'
import {
  ClinicRefused,
  findIn,
  makeSchema,
  type OperatorParts,
  removeContents,
  withClinics,
} from './operate-clinics.ts'
import { changeClinic, markChanging } from './register.ts'
import { sealSettings } from './seal-settings.ts'

/** Takes everything from a clinic but its host, settings and backups. It is not served until it is restored. */
export async function emptyClinic(config: Config, name: string): Promise<Clinic> {
  return withClinics(config, async ({ server, whole, register }) => {
    const clinic = await findIn(whole, register, name)
    if (clinic.state === 'removing') throw new ClinicRefused('no_such_clinic')
    await changeClinic(register, clinic.id, { state: 'making', migration: '' })
    await removeContents(server, config, clinic.id)
    return clinic
  })
}

/**
 * Reads a copy, of this clinic or of an installation of one clinic, into a clinic that has nothing, and opens it.
 * The others go on being served. Throws `ClinicRefused`, and `CopyRefused` as `loadCopy` does.
 */
export async function restoreClinic(
  { config, environment, clock }: OperatorParts,
  name: string,
  entries: CopyEntries,
): Promise<Loaded> {
  return withClinics(config, async ({ server, whole, register }) => {
    const clinic = await findIn(whole, register, name)
    if (clinic.state !== 'making') throw new ClinicRefused('not_empty')
    const { id } = clinic
    const own = readClinicConfig(clinic, { environment, config })
    await makeSchema(server, id)
    openDataFolder(own.dataDir)
    const loaded = await loadCopy(own, entries)
    await grantServing(server.database(schemaOf(id)))
    const brought = takeSecret(config, clinic, own.dataDir)
    const opened = { state: 'open', migration: newestMigration } as const
    await changeClinic(register, id, { ...opened, settings: brought.settings })
    await markChanging(register, [id], clock().toISOString())
    brought.remove()
    return loaded
  })
}

/** Of what an installation of one clinic makes for itself. */
const leastSecret = 32

/** With the secret of the installation that it comes from, a clinic opens the links, sessions and authenticator apps of before. */
function takeSecret(config: Config & Secrets, clinic: Clinic, dataDir: string) {
  const file = join(dataDir, 'auth-secret')
  const secret = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (secret.length < leastSecret) return { settings: clinic.settings, remove: () => {} }
  const own = readSettings(clinic, config)
  const former = [secret, ...(own.AUTH_SECRET_PREVIOUS?.split(',') ?? [])]
  const settings = { ...own, AUTH_SECRET_PREVIOUS: [...new Set(former)].join(',') }
  return {
    settings: sealSettings(config.authSecret, clinic.id, settings),
    remove: () => rmSync(file),
  }
}
