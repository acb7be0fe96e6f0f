import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '../db/database.ts'
import { movingRefusal } from '../db/unavailable.ts'
import { StartError } from '../start-error.ts'
import { openSession, type Place, type Session } from './session.ts'
import { quoted, readTables } from './tables.ts'

/**
 * The part of this database in a move. The source is `leaving` while it is copied and takes no writes, then
 * `left`. The target is `arriving` until everything is there, then `arrived` until the source is `left`.
 */
export const DataMove = z.object({
  /** The same in the source and in the target. */
  move: z.string(),
  state: z.enum(['leaving', 'left', 'arriving', 'arrived']),
  /** Of the other one. */
  place: z.string(),
  since: z.string(),
})
export type DataMove = z.infer<typeof DataMove>

type Asked = Pick<Session, 'engine' | 'run'>

const findTable = {
  sqlite: `select 1 as "it" from "sqlite_master" where "name" = 'dataMoves'`,
  postgres: `select 1 as "it" from pg_class
    where relname = 'dataMoves' and relnamespace = current_schema()::regnamespace`,
}

/** `undefined` where no move is under way, nor the tables of one there. */
export async function readDataMove({ engine, run }: Asked): Promise<DataMove | undefined> {
  if ((await run(findTable[engine])).length === 0) return undefined
  const [row] = await run('select * from "dataMoves"')
  return row && DataMove.parse(row)
}

export async function writeDataMove({ run }: Asked, move: DataMove | undefined): Promise<void> {
  await run('delete from "dataMoves"')
  if (!move) return
  const values = [move.move, move.state, move.place, move.since].map(asText)
  await run(
    `insert into "dataMoves" ("id", "move", "state", "place", "since") values (1, ${values.join(', ')})`,
  )
}

type Act = 'insert' | 'update' | 'delete'

/**
 * What reading writes, which goes on while the source is `leaving`: the audit of staff's looks, which `finish` of a
 * move brings after the copy, and the tokens of pages, which are requested again where they are not known.
 */
const whileLeaving: Record<string, Act[]> = {
  auditEntries: ['insert', 'update'],
  accessTokens: ['insert', 'update', 'delete'],
}

/**
 * From its commit on, triggers refuse every write to a table, from any process, except `whileLeaving`. On
 * SQLite no other transaction can be open at that time; on PostgreSQL each transaction that has written holds
 * a lock for which this one waits. So every acknowledged write is in the database at the commit, and every
 * later one is refused. `left` lasts until the move is undone, and has no exceptions.
 */
export async function freeze(place: Place, move: DataMove): Promise<void> {
  const open = move.state === 'leaving' ? whileLeaving : {}
  await changing(place, async (session) => {
    for (const name of await lockTables(session)) {
      const refused = acts.filter((act) => !open[name]?.includes(act))
      if (session.engine === 'sqlite') await refuseOnSqlite(session, name, refused)
      else await refuseOnPostgres(session, name, refused)
    }
    await writeDataMove(session, move)
  })
}

/** Takes writes again. */
export async function unfreeze(place: Place): Promise<void> {
  await changing(place, async (session) => {
    if (session.engine === 'postgres') {
      await session.run(`drop function if exists "${refusingFunction}" cascade`)
    } else {
      const triggers = await session.run(
        `select "name" from "sqlite_master" where "type" = 'trigger' and "name" like '${prefix}%'`,
      )
      for (const { name } of triggers) await session.run(`drop trigger ${quoted(String(name))}`)
    }
    await writeDataMove(session, undefined)
  })
}

/** One committed transaction by the role that owns the tables. */
export async function changing(
  place: Place,
  act: (session: Session) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const session = await openSession(place, 'write')
    try {
      if (session.engine === 'postgres') await session.run(`set local lock_timeout = '${lockMs}ms'`)
      await act(session)
      await session.commit()
      return
    } catch (error) {
      if (tries >= mostTries || !isInTheWay(error)) throw error
    } finally {
      await session.close()
    }
    await wait(pauseMs)
  }
}

/** While we wait for a lock others wait behind us, so we let them pass now and then. */
const lockMs = 2000
const pauseMs = 500
const mostTries = 60

/** PostgreSQL's deadlock_detected and lock_not_available. */
function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(40P01|55P03)$/.test(String(error.code))
}

const prefix = 'moving_'
const refusingFunction = 'refuseWhileMoving'

const acts: readonly Act[] = ['insert', 'update', 'delete']

async function lockTables(session: Session): Promise<string[]> {
  const names = (await readTables(session)).map(({ name }) => name)
  if (session.engine === 'postgres') {
    await session.run(`lock table ${names.map(quoted).join(', ')} in share row exclusive mode`)
    await session.run(`create or replace function "${refusingFunction}"() returns trigger language plpgsql as
      $$ begin raise exception 'the data is being moved' using errcode = '${movingRefusal.postgres}'; end $$`)
  }
  return names
}

async function refuseOnSqlite({ run }: Session, name: string, refused: Act[]): Promise<void> {
  for (const act of refused) {
    const trigger = quoted(`${prefix}${act}_${name}`)
    await run(`create trigger if not exists ${trigger} before ${act} on ${quoted(name)}
      begin select raise(abort, '${movingRefusal.sqlite}'); end`)
  }
}

async function refuseOnPostgres({ run }: Session, name: string, refused: Act[]): Promise<void> {
  await run(`create or replace trigger "${prefix}" before ${[...refused, 'truncate'].join(' or ')}
    on ${quoted(name)} for each statement execute function "${refusingFunction}"()`)
}

function asText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

const reasons: Record<DataMove['state'], (place: string) => string> = {
  leaving: (place) =>
    `the data is being moved to ${place}; where \`molar move\` was ended, run it again, or \`molar move --undo\` to stay here`,
  left: (place) =>
    `the data was moved to ${place}; start it there, or \`molar move --undo\` opens what was here before`,
  arriving: (place) =>
    `a move from ${place} to here has not finished; run \`molar move\` there again, or \`molar move --undo\` here`,
  arrived: (place) =>
    `a move from ${place} to here has not finished; run \`molar move\` there again`,
}

/** Data that is on its way, or has left, is not served. Throws `StartError`. */
export async function refuseMoved({ engine, query }: Pick<Database, 'engine' | 'query'>) {
  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(query)).rows
  const move = await readDataMove({ engine, run })
  if (move) throw new StartError(reasons[move.state](move.place))
}

export type MoveWatch = ReturnType<typeof createMoveWatch>

/**
 * Whether the data is being moved to another place, or has been, while this process serves it. `molar move`
 * is another process, so `look` must be called regularly; `note` reports it immediately when a change was
 * refused because of it.
 */
export function createMoveWatch({ engine, query }: Pick<Database, 'engine' | 'query'>) {
  let isMoving = false
  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(query)).rows
  return {
    isMoving: () => isMoving,
    note() {
      isMoving = true
    },
    async look(): Promise<void> {
      isMoving = (await readDataMove({ engine, run })) !== undefined
    },
  }
}
