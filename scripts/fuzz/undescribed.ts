import type { Dice } from '../demo-clinic/dice.ts'
import type { Operation, Schema } from './document.ts'
import { strangeText } from './values.ts'

const text: Schema = { type: 'string' }
const object = (...names: string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
})

/** Addresses that are not in the document: checked only for an answer below 500. */
const plain: [method: string, path: string, body?: Schema][] = [
  ['POST', '/api/auth/sign-in/email', object('email', 'password')],
  ['POST', '/api/auth/sign-up/email', object('email', 'password', 'name')],
  ['POST', '/api/auth/request-password-reset', object('email')],
  ['POST', '/api/auth/reset-password', object('newPassword', 'token')],
  ['POST', '/api/auth/sign-in/social', object('provider', 'callbackURL')],
  ['GET', '/api/auth/get-session'],
  ['GET', '/api/auth/callback/google'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/openapi.json'],
  ['POST', '/webhooks/stripe', object('id', 'type')],
]

export const undescribed = plain.map(
  ([method, path, body]): Operation => ({
    id: `${method} ${path}`,
    method,
    path,
    isGuarded: false,
    parameters: [],
    ...(body && { body }),
    check: () => null,
  }),
)

/** An address that may not exist. */
export function strangePath(dice: Dice): string {
  const start = dice.pick([
    '/',
    '/booking/',
    '/images/',
    '/assets/',
    '/staff/',
    '/api/auth/',
    '/calendar/',
  ])
  const rest = strangeText(dice).toWellFormed().slice(0, 2000)
  return `${start}${dice.chance(0.7) ? encodeURIComponent(rest) : rest.replace(/[^!-~]/g, '')}`
}
