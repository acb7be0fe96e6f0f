import { addDays, formatDay, monthOf } from '../../contract/date.ts'
import type { Dice } from '../demo-clinic/dice.ts'
import type { Operation } from './document.ts'
import type { Person } from './people.ts'
import type { Pool } from './pool.ts'
import type { Request } from './send.ts'
import { type createMaker, type Known, makeWild, spoil, strangeText } from './values.ts'

export type Mood = 'valid' | 'nearly' | 'wild'

type Asking = { operation: Operation; person: Person; mood: Mood; dice: Dice }

/** The values of fields by name in a call that could succeed: from answers, or as people type them. */
function createKnown({ operation, person, dice }: Asking, pool: Pool, today: string): Known {
  const record = pool.find(operation.path, person.email, dice)?.fields ?? {}
  const treatment = pool.find('/service', '', dice)?.fields ?? {}
  const day = addDays(today, dice.between(0, 25))
  const id = record._id ?? record.id
  const slots = Array.isArray(treatment.slots) ? treatment.slots : []
  const start = dice.between(8, 15) * 60
  const hours = [{ start: 480, end: 1080 }]
  const few = () => (dice.chance(0.8) ? [] : undefined)
  const fields: Record<string, () => unknown> = {
    id: () => id ?? 'none',
    revision: () => record.revision ?? 0,
    appointment: () => pool.find('/booking', person.email, dice)?.fields._id ?? id,
    treatmentId: () => treatment._id,
    treatment: () => treatment.name,
    price: () => (operation.path === '/create-payment-intent' ? record.price : treatment.price),
    slot: () => (slots.length > 0 ? dice.pick(slots) : '9:00 AM - 9:30 AM'),
    'slots[]': () => `${dice.between(1, 11)}:00 PM - ${dice.between(1, 11)}:30 PM`,
    doctor: () => pool.find('/doctors', '', dice)?.fields._id,
    chair: () => pool.find('/staff/chairs', '', dice)?.fields._id,
    'treatments[]': () => treatment._id,
    'chairs[]': () => pool.find('/staff/chairs', '', dice)?.fields._id,
    email: () => chooseEmail(person, pool, dice),
    patient: () => (dice.chance(0.9) ? person.email : chooseEmail(person, pool, dice)),
    patientName: () => person.name,
    ...{ date: () => (dice.chance(0.5) ? day : formatDay(day)), month: () => monthOf(day) },
    ...{ day: () => day, from: () => day, to: () => addDays(day, 7), until: () => addDays(day, 9) },
    ...{ start: () => start, end: () => start + 60, startMinute: () => start },
    ...{ fromMinute: () => 0, untilMinute: () => 1440, birthDate: () => '1988-06-05' },
    ...{ limit: () => dice.between(1, 100), phone: () => '(718) 555-0100' },
    img: () => 'https://clinic.example/doctor.webp',
    specialty: () => treatment.name,
    dependent: () => pool.find('/family', person.email, dice)?.fields._id,
    days: () => Array.from({ length: 7 }, () => hours),
    hours: () => hours,
    time: () => hours[0],
    ...{ exceptions: few, timeOff: few, blocks: few, despite: few, confirmed: () => true },
    ...{ number: () => dice.pick(['4242424242424242', '4000000000000002', '4000002500003155']) },
    ...{ cvc: () => '123', expMonth: () => 12, expYear: () => 2034, language: () => 'es' },
    transactionId: () => pool.value('transactionId', dice),
    clientSecret: () => pool.value('clientSecret', dice),
    paymentMethod: () => pool.value('id', dice),
    token: () => pool.value(pageOf(operation.path), dice) ?? pool.value('token', dice) ?? 'none',
    password: () => 'a quiet evening at sea',
  }
  return (name) => fields[name]?.() ?? (dice.chance(0.3) ? pool.value(name, dice) : undefined)
}

/** The pages that mails link to, by the calls that they make with the link's token. */
const pages: [call: RegExp, page: string][] = [
  [/^\/email-links\/cancel/, '/email-link/cancel'],
  [/^\/email-links\/reschedule/, '/email-link/reschedule'],
  [/^\/email-links/, '/email-link'],
  [/^\/offers/, '/offer'],
  [/^\/unsubscribe/, '/unsubscribe'],
  [/^\/email-confirmation/, '/verify-email'],
  [/^\/account\/email\/stop/, '/stop-email-change'],
  [/^\/account\/email/, '/dashboard/account/email'],
  [/^\/invitation/, '/invitation'],
  [/reset-password$/, '/reset-password'],
]
const pageOf = (path: string) => pages.find(([call]) => call.test(path))?.[1] ?? ''

function chooseEmail(person: Person, pool: Pool, dice: Dice): unknown {
  if (person.email && dice.chance(0.6)) return person.email
  return pool.value('email', dice) ?? `new${dice.between(1, 10_000)}@patients.example`
}

/**
 * Composes a request for an operation, valid or not, with the person's credentials and sometimes a bad
 * encoding, with which it may not reach the operation.
 */
export function createComposer(
  make: ReturnType<typeof createMaker>,
  { pool, today, origin }: { pool: Pool; today: string; origin: string },
) {
  return (asking: Asking): { request: Request; isWrapped: boolean } => {
    const { operation, mood, dice } = asking
    const parts = spoilOne(makeParts(asking, createKnown(asking, pool, today)), asking)
    const { type, ...content } = bodyOf(operation, parts.body, dice)
    const request: Request = {
      method: operation.method,
      path: addressOf(operation, parts),
      headers: { ...proofOf(asking, origin), ...(type && { 'content-type': type }) },
      ...content,
    }
    const isWrapped = mood === 'wild' && dice.chance(0.3)
    return { request: isWrapped ? wrapBadly(request, dice) : request, isWrapped }
  }

  function makeParts({ operation, dice }: Asking, known: Known): Record<string, unknown> {
    const wanted = operation.parameters.filter(({ required }) => required || dice.chance(0.5))
    return {
      ...Object.fromEntries(
        wanted.map(({ name, schema }) => [name, make(schema, dice, known, name)]),
      ),
      body: operation.body && make(operation.body, dice, known),
    }
  }
}

function spoilOne(parts: Record<string, unknown>, { mood, dice }: Asking): Record<string, unknown> {
  if (mood === 'valid') return parts
  const name = dice.pick(Object.keys(parts))
  return { ...parts, [name]: mood === 'nearly' ? spoil(parts[name], dice) : makeWild(dice) }
}

function addressOf({ path, parameters }: Operation, parts: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode(parts[name]))
  const query = parameters
    .filter((one) => one.in === 'query' && parts[one.name] !== undefined)
    .map(({ name }) => `${name}=${encode(parts[name])}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** Half of a surrogate pair has no encoding. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000).replace(/%.?$/, '')
}

function proofOf({ person, dice }: Asking, origin: string): Record<string, string> {
  if (!person.token) return {}
  const token: Record<string, string> = { authorization: `Bearer ${person.token}` }
  const cookie: Record<string, string> = { cookie: person.cookie, origin }
  return dice.pick([token, { ...token, ...cookie }, { ...token, ...cookie }, cookie])
}

type Content = Partial<Pick<Request, 'body' | 'isChunked'>> & { type?: string }

function bodyOf({ body, upload }: Operation, value: unknown, dice: Dice): Content {
  if (upload) return formOf(upload, dice)
  if (!body) return {}
  const text = JSON.stringify(value) ?? 'undefined'
  return { type: 'application/json', body: text, isChunked: dice.chance(0.05) }
}

const table = [
  'Name,Birth date,Phone,E-mail\r\nPat Doe,1988-06-05,7185550100,pat@patients.example\r\n',
  'Name,Birth date\r\n"unclosed,1988\r\n',
  'Name\r\n=1+1\r\n\u0000\r\n',
  ',,,\r\n,,,\r\n',
  '',
]
/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

function formOf(field: string, dice: Dice): Content {
  const boundary = dice.chance(0.9) ? 'molar' : 'other'
  const content = dice.pick([...table.map((text) => Buffer.from(text)), picture])
  const name = dice.chance(0.9) ? field : strangeText(dice).replace(/[\r\n"]/g, '')
  const head = `--molar\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--molar--\r\n')]),
  }
}

/** Makes the encoding of a request invalid, not its content. */
function wrapBadly(request: Request, dice: Dice): Request {
  const { headers } = request
  const text = String(request.body ?? '{}')
  const withHeaders = (more: Record<string, string>) => ({
    ...request,
    headers: { ...headers, ...more },
  })
  const wraps: (() => Request)[] = [
    () => ({
      ...request,
      method: dice.pick(['HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'LOCK']),
    }),
    () =>
      withHeaders({ 'content-type': dice.pick(['text/plain', '', 'application/xml', 'a/b; c']) }),
    () => ({ ...request, body: text.slice(0, dice.between(0, text.length)) }),
    () => ({ ...request, body: Buffer.from([0xff, 0xfe, 0xc0, 0x80, ...Buffer.from(text)]) }),
    () => ({
      ...request,
      body: 'x'.repeat(dice.between(60_000, 300_000)),
      isChunked: dice.chance(0.5),
    }),
    () => ({ ...request, body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }),
    () =>
      withHeaders({
        authorization: dice.pick(['Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`]),
      }),
    () => withHeaders({ cookie: dice.pick(['=', ';;;', 'molar.session_token=%', 'a=%zz; b']) }),
    () => withHeaders({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }),
    () => withHeaders({ 'accept-language': 'es;q=9,*;q=x', 'accept-encoding': 'gzip;q=0, *;q=1' }),
    () =>
      withHeaders({ range: 'bytes=0-0,5-1', 'if-none-match': '*', 'if-modified-since': 'never' }),
    () => withHeaders({ 'x-http-method-override': 'DELETE', 'x-forwarded-for': '1.2.3.4, ::1' }),
    () => withHeaders({ 'content-encoding': 'gzip' }),
    () => ({ ...request, path: `${request.path}/` }),
    () => ({ ...request, path: request.path.replace('/', '//').replaceAll('%', '%25') }),
    () => ({
      ...request,
      path: `${request.path}${request.path.includes('?') ? '&' : '?'}a[]=1&a[b]=2&__proto__=1`,
    }),
  ]
  return dice.pick(wraps)()
}
