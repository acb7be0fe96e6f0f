import type { Hono } from 'hono'
import { readLink } from './mailbox.ts'
import type { Portal } from './portal.ts'

/** A visitor's browser: keeps cookies between calls and sends what our own pages send. */
export function createVisitor(app: Hono, origin = 'http://localhost:5000') {
  const cookies = new Map<string, string>()

  async function call(
    method: string,
    path: string,
    init: { body?: unknown; headers?: HeadersInit },
  ) {
    const headers = new Headers({ origin, ...Object.fromEntries(new Headers(init.headers)) })
    if (cookies.size > 0) headers.set('cookie', cookieHeader())
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const body = init.body === undefined ? null : JSON.stringify(init.body)
    const response = await app.request(origin + path, { method, headers, body })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ')

  return {
    cookieHeader,
    call,
    get: (path: string, headers: HeadersInit = {}) => call('GET', path, { headers }),
    post: (path: string, body?: unknown, headers: HeadersInit = {}) =>
      call('POST', path, { body, headers }),
    put: (path: string, body?: unknown) => call('PUT', path, { body }),
  }
}
export type Visitor = ReturnType<typeof createVisitor>

export const jane = { name: 'Jane Doe', email: 'jane@patients.example', password: 'a fine secret' }

/** A new visitor who has signed up. */
export async function signedUp(app: Hono, person = jane): Promise<Visitor> {
  const visitor = createVisitor(app)
  const response = await visitor.post('/api/auth/sign-up/email', person)
  if (!response.ok) throw new Error(`Sign-up answered ${response.status}`)
  return visitor
}

/** Follows the link of the confirmation mail in the browser that signed up. */
export async function confirm(portal: Portal, visitor: Visitor): Promise<void> {
  const { token } = await readLink(portal, 'verification')
  const response = await visitor.put('/email-confirmation', { token })
  if (!response.ok) throw new Error(`Confirming answered ${response.status}`)
}

/** The visitor's bearer token, as our pages get it. */
export async function exchange(visitor: Visitor, email = jane.email): Promise<string> {
  const answer: unknown = await (await visitor.put(`/users/${email}`)).json()
  if (typeof answer === 'object' && answer && 'token' in answer) return String(answer.token)
  throw new Error(`The exchange answered ${JSON.stringify(answer)}`)
}

/** An admin at a browser, who signed up as Jane; with a bearer token. */
export async function staffVisitor(portal: Portal, person = jane) {
  const visitor = await signedUp(portal.app, person)
  const token = await exchange(visitor, person.email)
  const { engine, query } = portal.database
  const emailVerified = engine === 'postgres' ? true : 1
  await query.updateTable('users').set({ emailVerified }).execute()
  await query.updateTable('users').set({ role: 'admin' }).execute()
  return { visitor, token }
}
