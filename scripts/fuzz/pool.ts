import type { Dice } from '../demo-clinic/dice.ts'

/** A record named by its id in an answer, and the person who got the answer. */
export type Found = { fields: Record<string, unknown>; owner: string }

/** The most records of a kind, and values of a name. */
const most = 60

/** Paths with the same records as another path. */
const same: Record<string, string[]> = {
  '/booking': ['/staff/appointments', '/receipts', '/staff/schedule', '/history'],
  '/staff/appointments': ['/booking', '/receipts'],
  '/staff/schedule': ['/staff/appointments', '/booking'],
  '/history': ['/booking'],
  '/doctors': ['/staff/doctors'],
  '/service': ['/available', '/staff/treatments'],
  '/staff/treatments': ['/available'],
}

/** `/staff/chairs` of `/staff/chairs/{id}`: the path of a kind of records. */
export const kindOf = (path: string): string => path.replace(/\/\{.*/, '')

/** `/offer#token=TOKEN` or `/verify-email?again#token=TOKEN`, as in mails, or `/unsubscribe/TOKEN`. */
const link = /https?:\/\/[^/\s]+(\/[a-z/-]+?)(?:\/|(?:\?[\w=]+)?#token=)([\w.-]{16,})/g

/** Ids and values from answers, so that later calls use what earlier ones created. */
export function createPool() {
  const records = new Map<string, Found[]>()
  const values = new Map<string, unknown[]>()

  function put<T>(map: Map<string, T[]>, key: string, one: T, dice: Dice): void {
    const list = map.get(key) ?? []
    map.set(key, list)
    if (list.length < most) list.push(one)
    else list[dice.between(0, most - 1)] = one
  }

  function harvest(path: string, json: unknown, owner: string, dice: Dice, depth = 0): void {
    if (depth > 5 || typeof json !== 'object' || json === null) return
    if (!Array.isArray(json)) note(path, { ...json }, owner, dice)
    for (const part of Object.values(json).slice(0, 30)) {
      harvest(path, part, owner, dice, depth + 1)
    }
  }

  function note(path: string, fields: Record<string, unknown>, owner: string, dice: Dice): void {
    if ('_id' in fields || 'id' in fields || 'revision' in fields) {
      const kind = kindOf(path)
      for (const one of [kind, ...(same[kind] ?? [])]) put(records, one, { fields, owner }, dice)
    }
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string' && value.length < 300) put(values, name, value, dice)
    }
  }

  /** A record of the path's kind, preferably the caller's own; sometimes one of any kind. */
  function find(path: string, owner: string, dice: Dice): Found | undefined {
    const kinds = [...records.keys()]
    const kind = dice.chance(0.95) || kinds.length === 0 ? kindOf(path) : dice.pick(kinds)
    const list = records.get(kind) ?? []
    const own = dice.chance(0.7) ? list.filter((one) => one.owner === owner) : []
    const choice = own.length > 0 ? own : list
    return choice.length > 0 ? dice.pick(choice) : undefined
  }

  function value(name: string, dice: Dice): unknown {
    const list = values.get(name) ?? []
    return list.length > 0 ? dice.pick(list) : undefined
  }

  /** Stores the tokens of links by the page that they open. */
  function keepLinks(mail: string, dice: Dice): void {
    for (const [, page = '', token = ''] of mail.matchAll(link)) put(values, page, token, dice)
  }

  return { harvest, find, value, keepLinks }
}
export type Pool = ReturnType<typeof createPool>
