import { describe, expect, test } from 'vitest'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { ApiError } from '../data/api-error.ts'
import { draftOf, findProblems, refusedFields } from './doctor-draft.ts'

const draft = { name: 'Ada Stone', email: 'ada@clinic.example', specialty: 'Teeth Cleaning' }

describe('what is wrong with a doctor', () => {
  test('nothing, where all is there', () => {
    expect(findProblems(draft, true, 'en')).toEqual({})
  })

  test('each field has its own message', () => {
    expect(findProblems(draftOf(undefined), false, 'en')).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      specialty: 'Please choose a specialty',
      img: 'Image is required',
    })
    expect(findProblems({ ...draft, email: 'ada@' }, true, 'en')).toEqual({
      email: 'Provide a valid email',
    })
    expect(findProblems({ ...draft, name: '   ' }, true, 'en')).toEqual({
      name: 'Name is required',
    })
  })
})

test('says what is wrong in the reader’s language', () => {
  expect(findProblems(draftOf(undefined), false, 'es')).toEqual({
    name: messageTexts.es.nameRequired,
    email: messageTexts.es.emailRequired,
    specialty: 'Elija una especialidad',
    img: messageTexts.es.imageRequired,
  })
})

describe('what the server refused', () => {
  const refusal = (code: string, issues?: { path: string; message: string }[]) =>
    refusedFields(new ApiError({ status: 409, code, message: 'Why not.', issues }))

  test('stands at the field it is about', () => {
    expect(refusal('doctor_exists')).toEqual({ email: 'Why not.' })
    expect(refusal('unknown_specialty')).toEqual({ specialty: 'Why not.' })
    expect(refusal('invalid_input', [{ path: 'img', message: 'Too long' }])).toEqual({
      img: 'Too long',
    })
  })

  test('stands at none where it is about none', () => {
    expect(refusal('internal')).toEqual({})
    expect(refusal('invalid_input', [{ path: 'other', message: 'Odd' }])).toEqual({})
  })
})
