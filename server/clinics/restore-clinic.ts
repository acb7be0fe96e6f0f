import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type CopyEntries, CopyHead, headName, parseEntry } from '../copies/entries.ts'
import { type Loaded, loadCopy } from '../copies/load-copy.ts'
import { openDataFolder } from '../data-folder.ts'
import { newestMigration } from '../db/migrate.ts'
import type { Secrets } from '../secrets.ts'
import type { Clinic } from './clinic.ts'
import { readClinicConfig, readSettings } from './clinic-config.ts'
import {
  alone,
  ClinicRefused,
  makeSchema,
  type OperatorParts,
  removeContents,
  withClinics,
} from './operate-clinics.ts'
import { changeClinic, listClinics, markChanging, type Register } from './register.ts'
import { sealSettings } from './seal-settings.ts'

/**
 * Removes everything from a clinic except its host, settings and backups. It is not served until it is
 * restored.
 */
export async function emptyClinic(config: Config, name: string): Promise<Clinic> {
  return withClinics(config, (opened) =>
    alone(opened, name, async (clinic) => {
      const { server, register } = opened
      if (clinic.state === 'removing') throw new ClinicRefused('no_such_clinic')
      await changeClinic(register, clinic.id, { state: 'making', migration: '' })
      await removeContents(server, config, clinic.id)
      return clinic
    }),
  )
}

/**
 * Reads a copy, of this clinic or of an installation of one clinic, into an empty clinic, and opens it. The
 * others stay in service. A copy of another clinic that exists here is refused unless `isTwice`. Throws
 * `ClinicRefused`, and `CopyRefused` as `loadCopy` does.
 */
export async function restoreClinic(
  { config, environment, clock }: OperatorParts,
  name: string,
  entries: CopyEntries,
  { isTwice = false } = {},
): Promise<Loaded> {
  return withClinics(config, (opened) =>
    alone(opened, name, async (clinic) => {
      const { server, register } = opened
      if (clinic.state !== 'making') throw new ClinicRefused('not_empty')
      const { id } = clinic
      const own = readClinicConfig(clinic, { environment, config })
      // A killed restore may have left all of it, and the clinic was never served.
      await removeContents(server, config, id)
      await makeSchema(server, id)
      openDataFolder(own.dataDir)
      const loaded = await loadCopy(own, isTwice ? entries : refuseTwice(register, id, entries))
      const brought = takeSecret(config, clinic, own.dataDir)
      const change = { state: 'open', migration: newestMigration } as const
      // Due before it is open: a restore that is killed in between leaves it to the next look.
      await markChanging(register, [id], { until: clock().toISOString() })
      await changeClinic(register, id, { ...change, settings: brought.settings })
      brought.remove()
      return loaded
    }),
  )
}

/** Otherwise both clinics would remind the same patients, each with links to itself. */
async function* refuseTwice(register: Register, id: string, entries: CopyEntries): CopyEntries {
  for await (const entry of entries) {
    if (entry.name === headName) {
      const { clinic } = parseEntry(CopyHead, entry)
      const isHere = (one: Clinic) => one.id === clinic && one.id !== id && one.state === 'open'
      if ((await listClinics(register)).some(isHere)) throw new ClinicRefused('of_another')
    }
    yield entry
  }
}

/** The least length of the secret that an installation of one clinic generates for itself. */
const leastSecret = 32

/**
 * With the secret of its former installation, a clinic accepts its older links, sessions and authenticator
 * apps.
 */
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
