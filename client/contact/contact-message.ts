import { currentLanguage } from '../i18n/language.tsx'
import { contactTexts } from './texts-contact.ts'

export const contactFields = ['email', 'subject', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactDraft = Record<ContactField, string>
export type Problems = Partial<Record<ContactField, string>>

type Outcome = { sent: true } | { sent: false; why: string; problems?: Problems }

/** The contract's schemas and the client's call: fetched when somebody writes, not with the page. */
async function loadContract() {
  const [{ call, ApiError }, { endpoints }, { issueCode, issueTexts }] = await Promise.all([
    import('../data/api.ts'),
    import('../../contract/endpoints.ts'),
    import('../../contract/issues.ts'),
  ])
  return { call, ApiError, endpoint: endpoints.sendContactMessage, issueCode, issueTexts }
}

type Issue = { path: string; message: string }

function byField(issues: readonly Issue[]): Problems {
  const problems: Problems = {}
  for (const field of contactFields) {
    const issue = issues.find(({ path }) => path.split('.').at(-1) === field)
    if (issue) problems[field] = issue.message
  }
  return problems
}

/** What is wrong with a draft, in the words of the contract and the reader's language. */
export async function findProblems(draft: ContactDraft): Promise<Problems> {
  const { endpoint, issueCode, issueTexts } = await loadContract()
  const t = issueTexts[currentLanguage()]
  const issues = endpoint.body.safeParse(draft).error?.issues ?? []
  return byField(
    issues.map(({ path, message }) => ({ path: path.join('.'), message: t[issueCode(message)] })),
  )
}

function waitText(seconds = 60): string {
  const t = contactTexts[currentLanguage()]
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return t.inAMinute
  return minutes <= 90 ? t.inMinutes(minutes) : t.inHours(Math.ceil(minutes / 60))
}

export async function sendContactMessage(draft: ContactDraft): Promise<Outcome> {
  const t = contactTexts[currentLanguage()]
  // The contract itself may be what does not arrive.
  const contract = await loadContract().catch(() => undefined)
  if (!contract) return { sent: false, why: `${t.unreachable} ${t.kept}` }
  const { call, ApiError, endpoint } = contract
  try {
    await call(endpoint, { body: draft })
    return { sent: true }
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    const { status, message, issues, retryAfterSeconds } = fault
    if (status === 429) {
      return { sent: false, why: `${t.tooMany(waitText(retryAfterSeconds))} ${t.kept}` }
    }
    return { sent: false, why: `${message} ${t.kept}`, problems: byField(issues ?? []) }
  }
}
