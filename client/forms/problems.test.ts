import { describe, expect, it } from 'vitest'
import { DoctorInput } from '../../contract/doctors/endpoints.ts'
import { ContactMessage } from '../../contract/endpoints.ts'
import { AccountDetails, EmailChange, PasswordChange } from '../../contract/identity/account.ts'
import { LoginForm, SignupForm } from '../../contract/identity/identity.ts'
import { FamilyDraft } from '../../contract/patients/dependent.ts'
import { ApiError, refusalOf } from '../data/api.ts'
import { bySchema, firstOf, isSame, problemsOf, refusedFields } from './problems.ts'

const fields = ['name', 'email', 'specialty', 'img'] as const
const fieldOf = { doctor_exists: 'email' } as const
const draft = { name: ' Ada Stone ', email: 'ada@clinic.example', specialty: 'Cleaning' }

describe('schema validation', () => {
  const check = bySchema(DoctorInput, fields)

  it('returns the parsed values', () => {
    const img = '/images/ada.webp'
    expect(check({ ...draft, img })).toEqual({
      ok: true,
      values: { ...draft, name: 'Ada Stone', img },
    })
  })

  it('returns the first problem of each field, and the first field in screen order', () => {
    const problems = problemsOf(check({ name: ' ', email: 'ada@', specialty: 'Cleaning', img: '' }))
    expect(problems).toEqual({
      name: 'name_required',
      email: 'email_invalid',
      img: 'image_required',
    })
    expect(firstOf(problems, fields)).toBe('name')
  })
})

describe('server refusals', () => {
  const refused = (code: string, issues?: { path: string; message: string }[]) =>
    refusedFields(
      refusalOf(new ApiError({ status: 400, code, message: 'Why not.', issues })),
      fields,
      fieldOf,
    )

  it('are assigned to the field that they concern', () => {
    expect(refused('doctor_exists')).toEqual({ email: 'Why not.' })
    expect(refused('invalid_input', [{ path: 'body.img', message: 'Too long' }])).toEqual({
      img: 'Too long',
    })
  })

  it.each([
    ['sign-up', SignupForm, ['name', 'email', 'password']],
    ['login', LoginForm, ['email', 'password']],
    ['details', AccountDetails, ['name', 'phone']],
    ['password', PasswordChange, ['password', 'newPassword']],
    ['address', EmailChange, ['email', 'password']],
    ['doctor', DoctorInput, ['name', 'email']],
    ['dependent', FamilyDraft, ['name']],
    ['contact', ContactMessage, ['email', 'subject', 'message']],
  ] as const)('of the %s form are assigned to each of its fields', (_, schema, names) => {
    const tooLong = Object.fromEntries(names.map((name) => [name, 'x'.repeat(10_000)]))
    const issues = schema.safeParse(tooLong).error?.issues ?? []
    const sent = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    const refusal = new ApiError({ status: 400, code: 'invalid_input', message: '', issues: sent })
    expect(Object.keys(refusedFields(refusalOf(refusal), names)).toSorted()).toEqual(
      names.toSorted(),
    )
  })

  it('are assigned to no field when they concern none', () => {
    expect(refused('internal')).toEqual({})
    expect(refused('invalid_input', [{ path: 'other', message: 'Odd' }])).toEqual({})
  })
})

it('compares drafts by value', () => {
  const one = { name: 'Ada', days: [1, 2], more: { phone: null } }
  expect(isSame(one, structuredClone(one))).toBe(true)
  expect(isSame(one, { ...one, days: [1, 2, 3] })).toBe(false)
  expect(isSame(one, { ...one, more: { phone: '' } })).toBe(false)
  expect(isSame([], {})).toBe(false)
})
