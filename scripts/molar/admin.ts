// `molar admin …`: manages admins, for an operator who cannot sign in.

import { AccountEmail, findUnfit, PersonName } from '../../contract/text.ts'
import { readConfig } from '../../server/config.ts'
import { holdDataFolder } from '../../server/data-folder.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { refuseOtherShape } from '../../server/db/migrate.ts'
import { readOnly } from '../../server/db/read-only.ts'
import {
  addAdmin,
  listAdmins,
  operateRole,
  resetAdmin,
} from '../../server/identity/operate-admins.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'
import { StartError } from '../../server/start-error.ts'
import { answer, CommandFailed } from './terminal.ts'

const clock = () => new Date()
const passwords = createSlowPasswords(async () => false)

const refusals = {
  taken: 'has an account already; `molar admin promote` makes it an admin',
  not_found: 'has no account; `molar admin add` makes one',
  email_unproved:
    'has not been confirmed by its holder; `molar admin add` with another address helps',
  no_such_doctor: 'is not the address of a doctor',
  last_admin: 'is the last admin; promote or add another one first',
  not_admin: 'is not an admin; `molar admin list` shows them',
}

export async function list(): Promise<void> {
  const admins = await readOnly(readConfig(), async ({ query }) => {
    await refuseOtherShape(query)
    return listAdmins(query)
  })
  const line = ({ email, name, secondStep }: (typeof admins)[number]) =>
    `${email}  ${name}${secondStep ? '' : '  (no second step)'}`
  answer({ admins }, admins.map(line))
}

export async function add(given: string, options: { name: string }): Promise<void> {
  const email = readEmail(given)
  const name = readName(options.name)
  const config = readConfig()
  const made = await changing((database) =>
    addAdmin({ config, database, clock, passwords }, { email, name }),
  )
  if (!made.ok) throw refused(email, made.reason)
  answer({ email, password: made.password }, [
    `${email} is an admin. Password, shown this once: ${made.password}`,
  ])
}

export async function setRole(given: string, role: 'admin' | 'patient'): Promise<void> {
  const email = readEmail(given)
  const config = readConfig()
  const changed = await changing((database) =>
    operateRole({ config, database, clock }, { email, role }),
  )
  if (!changed.ok) throw refused(email, changed.reason)
  const now = role === 'admin' ? 'an admin' : 'a patient'
  answer({ email, from: changed.from, to: role }, [`${email} is ${now}.`])
}

export async function resetPassword(given: string, options: { secondStep?: true }): Promise<void> {
  const email = readEmail(given)
  const config = readConfig()
  const withFactors = options.secondStep === true
  const reset = await changing((database) =>
    resetAdmin({ config, database, clock, passwords }, { email, withFactors }),
  )
  if (!reset.ok) throw refused(email, reset.reason)
  answer({ email, password: reset.password }, [
    `The new password of ${email}, shown this once: ${reset.password}`,
  ])
}

/** On SQLite only the portal's process may write, so it must not run; on PostgreSQL it may. */
async function changing<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const config = readConfig()
  await readOnly(config, ({ query }) => refuseOtherShape(query))
  const hold = config.databaseUrl ? undefined : holdAlone(config.dataDir)
  const database = await openDatabase(config)
  try {
    return await act(database)
  } finally {
    await database.close()
    hold?.release()
  }
}

function holdAlone(dataDir: string): { release(): void } {
  try {
    return holdDataFolder(dataDir)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const message = `The portal is running on ${dataDir}, and it alone writes there: stop it, run this again, and start it.`
    throw new CommandFailed('portal_running', message)
  }
}

function readEmail(given: string): string {
  const parsed = AccountEmail.safeParse(given)
  if (!parsed.success) throw new CommandFailed('not_an_email', `${given} is not an e-mail address.`)
  return parsed.data
}

/** As an account's holder may type it. */
function readName(given: string): string {
  const parsed = PersonName.safeParse(given)
  if (parsed.success && findUnfit(given) === null) return parsed.data
  const message = 'A name has 1 to 100 characters, in one line and without a link.'
  throw new CommandFailed('not_a_name', message)
}

function refused(email: string, reason: keyof typeof refusals): CommandFailed {
  return new CommandFailed(reason, `${email} ${refusals[reason]}.`)
}
