import { expect } from 'vitest'
import { Dependent, type FamilyDraft } from '../../contract/patients/dependent.ts'
import { type Person, type Portal, request } from './portal.ts'

/** Asks to add a dependent to the list of a person's account. */
export function askToAdd(portal: Portal, { token }: Person, draft: Partial<FamilyDraft> = {}) {
  const body = { name: 'Timmy Doe', relation: 'child', ...draft }
  return request(portal, 'POST', '/family', { token, body })
}

/** Adds a dependent to the list of a person's account and expects success. */
export async function addDependent(portal: Portal, person: Person, draft?: Partial<FamilyDraft>) {
  const response = await askToAdd(portal, person, draft)
  expect(response.status).toBe(200)
  return Dependent.parse(await response.json())
}
