import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { languages } from './language.ts'

const Choice = z.object({ language: z.enum(languages) })

export const languageEndpoints = {
  chooseLanguage: {
    method: 'PUT',
    path: '/language',
    summary:
      'Chooses the language of the pages to come, by a cookie; and of the mails, for who is signed in.',
    access: 'anyone',
    body: Choice,
    answer: Choice,
  },
} as const satisfies Record<string, Endpoint>
