import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { issue } from '../issues.ts'

/** How a patient wants to be reminded. */
export const ReminderSettings = z.object({
  byMail: z.boolean(),
  bySms: z.boolean(),
  /** Where text messages go, as `+17185550100`. */
  phone: z.nullable(z.string()),
  /** The clinic sends text messages. */
  offersSms: z.boolean(),
  /** When reminders go out, in minutes before the begin, the earliest first. */
  reminderMinutes: z.array(z.number()),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

/** Area code and exchange of the North American plan begin with 2 to 9. */
const national = /^1?([2-9]\d{2}[2-9]\d{6})$/
const international = /^\+[1-9]\d{7,14}$/

/**
 * A number for text messages as the world writes it, `+17185550100` (E.164), from what a person types:
 * ten digits, or eleven with the 1, are numbers of the United States, where the clinic is; any other
 * country's begin with a plus. `null` where it is neither: a guess would text a stranger.
 */
export function parsePhone(text: string): string | null {
  const plain = text.trim().replace(/[\s().\u2010-\u2015/-]/g, '')
  const own = national.exec(plain)?.[1]
  if (own) return `+1${own}`
  if (!international.test(plain)) return null
  return plain.startsWith('+1') && !national.test(plain.slice(1)) ? null : plain
}

/** `+17185550100` as `(718) 555-0100`; other countries' as they are. */
export function showPhone(phone: string): string {
  const own = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return own ? `(${own[1]}) ${own[2]}-${own[3]}` : phone
}

/** What a person types, the world's form behind it. */
const Phone = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text, context) => {
    const phone = parsePhone(text)
    if (phone) return phone
    context.issues.push({ code: 'custom', input: text, message: issue('phone_invalid') })
    return z.NEVER
  }),
)

/** Reminders as each patient wants them. */
export const reminderEndpoints = {
  readReminders: {
    method: 'GET',
    path: '/reminder-settings',
    summary: 'How one wants to be reminded of appointments.',
    access: 'signedIn',
    answer: ReminderSettings,
  },
  changeReminders: {
    method: 'PUT',
    path: '/reminder-settings',
    summary: 'Change how one is reminded of appointments; text messages need a number.',
    access: 'signedIn',
    body: z.object({ byMail: z.boolean(), bySms: z.boolean(), phone: z.nullable(Phone) }),
    answer: ReminderSettings,
  },
} as const satisfies Record<string, Endpoint>
