import { randomUUID } from 'node:crypto'
import type { Role as StoredRole } from '../../contract/roles.ts'
import type { Database } from '../../server/db/database.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'
import { createCaller, read } from '../holes/portal.ts'

/** The kinds of callers. Each staff role tries each call. */
export const roles = ['nobody', 'patient', 'desk', 'doctor', 'admin'] as const
export type Role = (typeof roles)[number]

export type Person = {
  role: Role
  /** The account's id. */
  id: string
  email: string
  name: string
  /** The access token: '' for an anonymous caller. */
  token: string
  cookie: string
}

export const nobody: Person = {
  ...{ role: 'nobody', id: '', email: '', name: '', token: '', cookie: '' },
}

/** The password of every account made here. */
export const usualPassword = 'a quiet evening at sea'

/**
 * A person with an account, signed in as their browser would be. Accounts are written to the database, since a
 * sign-up would wait for a mail.
 */
export function createPeople(origin: string, database: Database) {
  let hash: Promise<string> | undefined

  async function add(email: string, name: string, role: StoredRole = 'patient'): Promise<string> {
    hash ??= createSlowPasswords(async () => false).hash(usualPassword)
    const at = new Date().toISOString()
    const id = randomUUID()
    const both = { id, createdAt: at, updatedAt: at }
    const verified = database.engine === 'postgres' ? true : 1
    await database.query
      .insertInto('users')
      .values({ ...both, name, email, emailVerified: verified, image: null, role })
      .execute()
    await database.query
      .insertInto('accounts')
      .values({
        ...{ ...both, id: randomUUID(), accountId: id, providerId: 'credential', userId: id },
        password: await hash,
      })
      .execute()
    if (role === 'doctor') await addDoctor(email, name, at)
    return id
  }

  /** Accounts of doctors are linked to their doctor by e-mail. */
  async function addDoctor(email: string, name: string, createdAt: string): Promise<void> {
    const [treatment] = await database.query.selectFrom('treatments').select('name').execute()
    const photo = 'https://clinic.example/doctor.webp'
    const row = {
      id: randomUUID(),
      name,
      email,
      specialty: treatment?.name ?? '',
      photo,
      createdAt,
    }
    await database.query.insertInto('doctors').values(row).execute()
  }

  /**
   * Whether generated staff calls changed an account before it was signed in: they see it in a list of users as
   * soon as it exists, and may end its sessions, or remove it.
   */
  async function wasTakenOver({ id, email }: Pick<Person, 'id' | 'email'>): Promise<boolean> {
    const acts = await database.query
      .selectFrom('auditEntries')
      .select('action')
      .where((on) => on.or([on('subject', 'like', `%${id}%`), on('subject', 'like', `%${email}%`)]))
      .where('status', '<', 300)
      .execute()
    return acts.some(({ action }) => !action.endsWith('_read'))
  }

  async function enter(role: StoredRole): Promise<Person> {
    const email = `${role}-${randomUUID().slice(0, 8)}@patients.example`
    const name = `Sam ${role}`
    const id = await add(email, name, role)
    const caller = createCaller({ origin })
    await caller.signIn({ email, password: usualPassword })
    const exchange = await caller.call('PUT', `/users/${encodeURIComponent(email)}`, { email })
    const token = String(read(exchange.body, 'token') ?? '')
    if (!token && (await wasTakenOver({ id, email }))) return enter(role)
    if (!token) throw new Error(`${email} was not signed in: ${exchange.status}`)
    const cookie = [...caller.cookies].map((one) => one.join('=')).join('; ')
    return { role, id, email, name, token, cookie }
  }

  return { add, enter }
}
