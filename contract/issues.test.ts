import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from './every-endpoint.ts'
import { messages } from './fixed-texts.ts'
import { LoginForm, NewPasswordForm, ResetRequestForm, SignupForm } from './identity/identity.ts'
import { type IssueCode, isIssueCode, issueCode, issueTexts } from './issues.ts'

/** What a schema says on its own, wherever in it: each check of each part carries its code. */
function saidBy(part: unknown, seen = new Set<unknown>(), found = new Set<string>()) {
  if (typeof part !== 'object' || part === null || seen.has(part)) return found
  seen.add(part)
  if ('_zod' in part && typeof part._zod === 'object' && part._zod && 'def' in part._zod) {
    return saidBy(part._zod.def, seen, found)
  }
  for (const [key, value] of Object.entries(part)) {
    const said = key === 'error' && typeof value === 'function' ? value({}) : undefined
    if (typeof said === 'string') found.add(said)
    saidBy(value, seen, found)
  }
  return found
}

const schemas = Object.values(everyEndpoint).flatMap((endpoint) => [
  'body' in endpoint ? endpoint.body : undefined,
  'query' in endpoint ? endpoint.query : undefined,
  'params' in endpoint ? endpoint.params : undefined,
])

test('every error of a schema is a code with a text', () => {
  const forms = [LoginForm, SignupForm, NewPasswordForm, ResetRequestForm]
  const said = [...schemas, ...forms].reduce<Set<string>>(
    (found, schema) => saidBy(schema, new Set(), found),
    new Set(),
  )
  // The walk finds what stands in them: a code of a form, of a nested part, of a picked number.
  const some: IssueCode[] = ['email_invalid', 'reason_required', 'stars_required']
  for (const one of some) expect(said).toContain(one)
  expect([...said].filter((one) => !isIssueCode(one))).toEqual([])
})

test('an error without a code is reported as invalid', () => {
  const { error } = z.safeParse(everyEndpoint.addClosure.body, { from: 'soon', to: 5 })
  const codes = error?.issues.map(({ message }) => issueCode(message))
  expect(codes).toEqual(['day_malformed', 'invalid', 'invalid'])
  expect(issueCode('constructor')).toBe('invalid')
})

test('every code has its own text in each language', () => {
  for (const [code, english] of Object.entries(issueTexts.en)) {
    expect(isIssueCode(code) && issueTexts.es[code]).not.toBe(english)
  }
  expect(issueTexts.en.email_invalid).toBe(messages.emailInvalid)
})
