import { randomUUID } from 'node:crypto'
import type { Role as StoredRole } from '../../contract/roles.ts'
import type { Database } from '../../server/db/database.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'
import { createCaller, read } from '../holes/portal.ts'

/** Who asks. Each role of the portal's staff is tried on each call. */
export const roles = ['nobody', 'patient', 'desk', 'doctor', 'admin'] as const
export type Role = (typeof roles)[number]

export type Person = {
  role: Role
  /** Of the account. */
  id: string
  email: string
  name: string
  /** Proof of who asks: '' for nobody. */
  token: string
  cookie: string
}

export const nobody: Person = {
  ...{ role: 'nobody', id: '', email: '', name: '', token: '', cookie: '' },
}

/** Of everybody who is entered here. */
export const usualPassword = 'a quiet evening at sea'

/**
 * Somebody with an account, signed in as their browser would. Accounts are written to the database,
 * since a sign-up would wait for a mail.
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

  /** Accounts of doctors reach what is the doctor's with their e-mail. */
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
   * Whether staff among the people have done something to an account before it was in: from a list of
   * users they know it as soon as it is there, and may end its sessions, or remove it.
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
