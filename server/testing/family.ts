import { expect } from 'vitest'
import { Dependent, type FamilyDraft } from '../../contract/patients/dependent.ts'
import { type Person, type Portal, request } from './portal.ts'

/** Asks to put somebody into a person's list. */
export function askToAdd(portal: Portal, { token }: Person, draft: Partial<FamilyDraft> = {}) {
  const body = { name: 'Timmy Doe', relation: 'child', ...draft }
  return request(portal, 'POST', '/family', { token, body })
}

/** Puts somebody into a person's list and expects that to work. */
export async function addDependent(portal: Portal, person: Person, draft?: Partial<FamilyDraft>) {
  const response = await askToAdd(portal, person, draft)
  expect(response.status).toBe(200)
  return Dependent.parse(await response.json())
}
