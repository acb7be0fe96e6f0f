import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { Dependent, FamilyDraft } from './dependent.ts'

/** Who one books for besides oneself; another's list answers 404. */
export const familyEndpoints = {
  listFamily: {
    method: 'GET',
    path: '/family',
    summary: 'The people one books for besides oneself, in the order they were added.',
    access: 'signedIn',
    answer: z.array(Dependent),
  },
  addDependent: {
    method: 'POST',
    path: '/family',
    summary: 'Add somebody to book for, with a name of their own; at most 20.',
    access: 'signedIn',
    body: FamilyDraft,
    answer: Dependent,
  },
  changeDependent: {
    method: 'PUT',
    path: '/family/:id',
    summary: 'Correct a name or relation; appointments keep what they were made with.',
    access: 'signedIn',
    params: ById,
    body: FamilyDraft,
    answer: Dependent,
  },
  removeDependent: {
    method: 'DELETE',
    path: '/family/:id',
    summary: 'Remove somebody from the list; their appointments stay as they are.',
    access: 'signedIn',
    params: ById,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
