import type { BrowserContext, Request } from '@playwright/test'

/** Runs in pages: reports everything that the content security policy blocks as an error, with its source. */
function noteRefusals(): void {
  document.addEventListener('securitypolicyviolation', (refused) => {
    const { effectiveDirective, blockedURI, sample, sourceFile } = refused
    const what = `${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}`
    reportError(new Error(`refused by policy: ${what}`))
  })
}

/** A link in a mail from before tokens moved behind '#'. */
const linkOfOnce = /^\/(email-link|offer|unsubscribe|reply)\/(?!reschedule$|cancel$)/

/** Proxies and browsers log addresses: names and credentials must not be in them. */
function isIndiscreet(request: Request): boolean {
  const { pathname, search, searchParams } = new URL(request.url())
  if (searchParams.has('token') || linkOfOnce.test(pathname)) return true
  if (!['fetch', 'xhr', 'eventsource'].includes(request.resourceType())) return false
  return /@|%40|[?&]search=/i.test(pathname + search)
}

export type Watch = ReturnType<typeof createWatch>

/**
 * Records all faults on pages: console errors and warnings, page errors, failed requests, requests to any other
 * server, and addresses with a name or a token.
 */
export function createWatch(origin: string) {
  const noted: string[] = []
  const announced: RegExp[] = []
  /** Requests that pages have sent, and their outcome; live streams stay open. */
  const sent = new Map<Request, string>()
  const isOurs = (url: string) => url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url)

  async function add(context: BrowserContext): Promise<void> {
    await context.addInitScript(noteRefusals)
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      noted.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (fault) => noted.push(`page error: ${fault.error().stack}`))
    context.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') sent.set(request, 'no answer')
      if (isIndiscreet(request)) noted.push(`a person or a token in an address: ${request.url()}`)
      if (!isOurs(request.url())) noted.push(`request elsewhere: ${request.url()}`)
    })
    context.on('response', (response) => {
      if (sent.has(response.request())) sent.set(response.request(), String(response.status()))
      if (response.status() < 400) return
      noted.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      if (sent.has(request)) sent.set(request, String(reason))
      // Leaving a page, or a newer choice, aborts its requests.
      if (reason !== 'net::ERR_ABORTED') noted.push(`request failed: ${reason} ${request.url()}`)
    })
  }

  const faults = () => noted.filter((fault) => !announced.some((one) => one.test(fault)))

  return {
    add,
    /** What fails the test, so far. */
    faults,
    /** Announces a fault that the test causes itself, by its recorded text. */
    expectFailures: (pattern: RegExp) => void announced.push(pattern),
    /** For a failed test: whether a press sent a request, and whether it was answered. */
    noteSent() {
      for (const [request, outcome] of sent) {
        if (request.method() === 'GET' && outcome !== 'no answer') continue
        noted.push(`sent: ${request.method()} ${request.url()}: ${outcome}`)
      }
    },
    failOnFaults() {
      const found = faults()
      if (found.length > 0) throw new Error(`On the pages of this test:\n${found.join('\n')}`)
    },
  }
}
