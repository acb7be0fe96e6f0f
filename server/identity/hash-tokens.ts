import { hash } from 'node:crypto'
import type { DBAdapter, Where } from 'better-auth'

/** SHA-256 as hex. The token is random, so a slow, salted hash would add nothing. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The name of a one-time link or state: what it is for stays legible, behind the colon is the secret. */
export function hashIdentifier(identifier: string): string {
  const begin = identifier.lastIndexOf(':') + 1
  return identifier.slice(0, begin) + hashToken(identifier.slice(begin))
}

/** Where better-auth stores what a browser or a mail shows it later, by its own names. */
const secretColumns = new Map([
  ['session', { column: 'token', hashed: hashToken }],
  ['verification', { column: 'identifier', hashed: hashIdentifier }],
])

/**
 * better-auth's database with hashes in place of what opens something: it is given and gives what is on
 * the wire, and the tables hold none of it. Its own `storeIdentifier` would not do: it leaves sessions as
 * they are, and looks a value up as it came where the hash finds nothing, so that a stolen hash opens
 * what it was made from (1.7.7).
 */
export function hashTokens(plain: DBAdapter): DBAdapter {
  return {
    ...plain,
    create: async (call) => {
      const secret = createSecret(call.model)
      const data = { ...call.data, ...secret.hash(call.data) }
      return secret.reveal(await plain.create({ ...call, data }))
    },
    findOne: async (call) => {
      const secret = createSecret(call.model)
      return secret.reveal(await plain.findOne({ ...call, where: secret.hashWhere(call.where) }))
    },
    findMany: async (call) => {
      const secret = createSecret(call.model)
      const where = secret.hashWhere(call.where ?? [])
      return (await plain.findMany<never>({ ...call, where })).map(secret.reveal)
    },
    count: (call) => plain.count(hashCall(call)),
    update: async (call) => {
      const secret = createSecret(call.model)
      const where = secret.hashWhere(call.where)
      const update = { ...call.update, ...secret.hash(call.update) }
      return secret.reveal(await plain.update({ ...call, where, update }))
    },
    updateMany: (call) => plain.updateMany(hashCall(call)),
    delete: (call) => plain.delete(hashCall(call)),
    deleteMany: (call) => plain.deleteMany(hashCall(call)),
    consumeOne: async (call) => {
      const secret = createSecret(call.model)
      return secret.reveal(await plain.consumeOne({ ...call, where: secret.hashWhere(call.where) }))
    },
    incrementOne: async (call) => {
      const secret = createSecret(call.model)
      const where = secret.hashWhere(call.where)
      return secret.reveal(await plain.incrementOne({ ...call, where }))
    },
    // Statements commit one by one (better-auth.ts), so the transaction's adapter is this one.
    transaction: (act) => act(hashTokens(plain)),
  }
}

function hashCall<C extends { model: string; where?: Where[] | undefined }>(call: C) {
  return { ...call, where: createSecret(call.model).hashWhere(call.where ?? []) }
}

/** Hashes what one call names of a table's secrets, and puts it back into the rows that it answers. */
function createSecret(model: string) {
  const known = new Map<unknown, string>()
  const { column, hashed } = secretColumns.get(model) ?? { column: '', hashed: hashToken }
  const hashOne = (value: string) => {
    const stored = hashed(value)
    known.set(stored, value)
    return stored
  }
  return {
    hash(data: object) {
      const value: unknown = Reflect.get(data, column)
      return typeof value === 'string' ? { [column]: hashOne(value) } : {}
    },
    hashWhere(where: Where[]): Where[] {
      return where.map((clause) => {
        if (clause.field !== column) return clause
        const values = [clause.value].flat().map(String)
        if (clause.operator === 'in') return { ...clause, value: values.map(hashOne) }
        if (clause.operator && clause.operator !== 'eq')
          throw new Error(`${model} by part of a hash`)
        return { ...clause, value: values.map(hashOne)[0] ?? '' }
      })
    },
    reveal<Row>(row: Row): Row {
      if (typeof row !== 'object' || row === null) return row
      const value = known.get(Reflect.get(row, column))
      if (value !== undefined) Reflect.set(row, column, value)
      return row
    },
  }
}
