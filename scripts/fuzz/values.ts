import type { Dice } from '../demo-clinic/dice.ts'
import type { Schema } from './document.ts'

/** The usual value of a field by its name; `undefined` where that is not known. */
export type Known = (name: string) => unknown

/** Makes values of the document's schemas. */
export function createMaker(follow: (schema: Schema) => Schema) {
  /** A valid value, as far as a schema says so; some optional fields are left out. */
  function make(schema: Schema, dice: Dice, known: Known, name = ''): unknown {
    const one = follow(schema)
    if (one.const !== undefined) return one.const
    if (one.enum) return dice.pick(one.enum)
    if (one.properties) return makeObject(one, dice, known)
    return known(name) ?? makeUnknown(one, dice, known, name)
  }

  function makeUnknown(schema: Schema, dice: Dice, known: Known, name: string): unknown {
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return make(dice.pick(choices), dice, known, name)
    const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
    if (type === 'object') return {}
    if (type === 'array') return makeArray(schema, dice, known, name)
    return makePlain(schema, type, dice)
  }

  function makeObject(schema: Schema, dice: Dice, known: Known): unknown {
    // Fields without a known value are left out more often: they would cause a refusal by themselves.
    const isWanted = (key: string) =>
      schema.required?.includes(key) || dice.chance(known(key) === undefined ? 0.1 : 0.6)
    const parts = Object.entries(schema.properties ?? {}).filter(([key]) => isWanted(key))
    return Object.fromEntries(parts.map(([key, part]) => [key, make(part, dice, known, key)]))
  }

  function makeArray(schema: Schema, dice: Dice, known: Known, name: string): unknown {
    const most = Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3)
    const count = dice.between(schema.minItems ?? 0, most)
    return Array.from({ length: count }, () => make(schema.items ?? {}, dice, known, `${name}[]`))
  }

  return make
}

function makePlain(schema: Schema, type: string | undefined, dice: Dice): unknown {
  if (type === 'boolean') return dice.chance(0.5)
  if (type === 'null') return null
  if (type === 'number' || type === 'integer') {
    const least = schema.minimum ?? 0
    return dice.between(least, Math.max(least, Math.min(schema.maximum ?? 500, least + 500)))
  }
  const words = 'A quiet evening at sea, with a friend'
  const least = schema.minLength ?? 0
  return words
    .slice(0, Math.min(dice.between(3, words.length), schema.maxLength ?? 40))
    .padEnd(least)
}

const nul = String.fromCharCode(0)
const strange = [
  ...['', ' ', nul, `a${nul}b`, '\u{1f9b7}', '\ud800', '\u202eabc', 'e\u0301'.repeat(40), '\u00df'],
  ...['../../etc/passwd', '%00', "'; drop table users; --", '<script>alert(1)</script>', '{{7*7}}'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '1e999', '-0', '0x10'],
  ...['=cmd|calc', '\r\nX-Injected: 1', 'x'.repeat(300), 'x'.repeat(20_000), '('.repeat(3000)],
  ...['0000-01-01', '0001-01-01', '0999-12-31', '1000-01-01', '9998-12-31', '9999-12-31'],
  ...['2027-03-14', '2027-11-07', '2026-02-29', '2028-02-29', '2026-13-01', '+010000-01-01'],
  ...[
    'Jan 0, 2027',
    'Mar 14, 2027',
    '2026-11',
    '9999-12',
    '12:00 AM - 12:00 AM',
    '2:30 AM - 3:00 AM',
  ],
  ...['11:30 PM - 12:30 AM', '8:00 AM - 7:00 AM', 'a@b.co', `${'a'.repeat(250)}@b.example`],
  ...['a@b.example\n', 'A@B.EXAMPLE', 'guest:1', 'portal', 'http://127.0.0.1:1/', 'javascript:1'],
]
const odd: unknown[] = [
  ...[0, -0, -1, 1, 0.1, 1e-9, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e15, -1e15, 100.005],
  ...[null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, [1, 2, 3]],
]

/** A literal cannot have an own `__proto__` key; parsed JSON can. */
const polluting: unknown = JSON.parse(
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}',
)

/** Text that often breaks parsers and engines. */
export const strangeText = (dice: Dice): string => dice.pick(strange)

/** Any JSON value, regardless of a schema. */
export function makeWild(dice: Dice, depth = 0): unknown {
  const kind = dice.between(0, depth > 3 ? 2 : 6)
  if (kind <= 1) return strangeText(dice)
  if (kind === 2) return dice.pick(odd)
  if (kind === 3) return polluting
  if (kind === 4 && depth === 0) return makeDeep(dice.between(10, 2000))
  const parts = Array.from({ length: dice.between(0, 4) }, () => makeWild(dice, depth + 1))
  if (kind === 5) return parts
  return Object.fromEntries(parts.map((part) => [strangeText(dice).slice(0, 30), part]))
}

function makeDeep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** The same value with one part made odd, left out, doubled, or with an unknown field added. */
export function spoil(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.chance(0.2)) return [...value, makeWild(dice, 2)]
    const at = dice.between(0, value.length - 1)
    if (dice.chance(0.2)) return [...value, value[at]]
    return value.map((part, index) => (index === at ? spoil(part, dice) : part))
  }
  if (typeof value === 'object' && value !== null) return spoilObject(value, dice)
  if (typeof value === 'number' && dice.chance(0.7)) {
    return dice.pick([value + 1, value - 1, -value, value + 0.5, value * 1000, String(value)])
  }
  if (typeof value === 'string' && dice.chance(0.3)) return `${value}${strangeText(dice)}`
  return dice.chance(0.5) ? strangeText(dice) : dice.pick(odd)
}

function spoilObject(value: object, dice: Dice): unknown {
  const parts = Object.entries(value)
  if (parts.length === 0 || dice.chance(0.1)) {
    return { ...value, [strangeText(dice).slice(0, 30)]: makeWild(dice, 2) }
  }
  const [name] = dice.pick(parts)
  if (dice.chance(0.15)) return Object.fromEntries(parts.filter(([key]) => key !== name))
  return Object.fromEntries(
    parts.map(([key, part]) => [key, key === name ? spoil(part, dice) : part]),
  )
}
