export const contactFields = ['email', 'subject', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactDraft = Record<ContactField, string>
export type Problems = Partial<Record<ContactField, string>>

type Outcome = { sent: true } | { sent: false; why: string; problems?: Problems }

/** The contract's schemas and the client's call: fetched when somebody writes, not with the page. */
async function loadContract() {
  const [{ call, ApiError }, { endpoints }] = await Promise.all([
    import('../api.ts'),
    import('../../contract/endpoints.ts'),
  ])
  return { call, ApiError, endpoint: endpoints.sendContactMessage }
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

/** What is wrong with a draft, in the words of the contract. */
export async function findProblems(draft: ContactDraft): Promise<Problems> {
  const { endpoint } = await loadContract()
  const issues = endpoint.body.safeParse(draft).error?.issues ?? []
  return byField(issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

function waitText(seconds = 60): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

const unreachable = 'We cannot reach the clinic just now. Please check your connection.'
const kept = 'What you typed stays here.'

export async function sendContactMessage(draft: ContactDraft): Promise<Outcome> {
  // The contract itself may be what does not arrive.
  const contract = await loadContract().catch(() => undefined)
  if (!contract) return { sent: false, why: `${unreachable} ${kept}` }
  const { call, ApiError, endpoint } = contract
  try {
    await call(endpoint, { body: draft })
    return { sent: true }
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    const { status, message, issues, retryAfterSeconds } = fault
    if (status === 429) {
      const when = waitText(retryAfterSeconds)
      return {
        sent: false,
        why: `That was a lot of mail at once. Please try again ${when}. ${kept}`,
      }
    }
    return { sent: false, why: `${message} ${kept}`, problems: byField(issues ?? []) }
  }
}
