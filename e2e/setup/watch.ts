import type { BrowserContext, Request } from '@playwright/test'

/** Runs on pages: whatever their policy refuses is a fault, with what it was. */
function noteRefusals(): void {
  document.addEventListener('securitypolicyviolation', (refused) => {
    const { effectiveDirective, blockedURI, sample, sourceFile } = refused
    const what = `${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}`
    reportError(new Error(`refused by policy: ${what}`))
  })
}

/** A link of a mail from before its token stood behind '#'. */
const linkOfOnce = /^\/(email-link|offer|unsubscribe|reply)\/(?!reschedule$|cancel$)/

/** Addresses are written down by proxies and browsers: what names a person or proves something is elsewhere. */
function isIndiscreet(request: Request): boolean {
  const { pathname, search, searchParams } = new URL(request.url())
  if (searchParams.has('token') || linkOfOnce.test(pathname)) return true
  if (!['fetch', 'xhr', 'eventsource'].includes(request.resourceType())) return false
  return /@|%40|[?&]search=/i.test(pathname + search)
}

export type Watch = ReturnType<typeof createWatch>

/**
 * Notes whatever goes wrong on pages: console errors and warnings, page errors, failed requests,
 * requests to anybody but the portal, and addresses that name a person or have a token.
 */
export function createWatch(origin: string) {
  const noted: string[] = []
  const announced: RegExp[] = []
  /** What pages have sent, and what became of it; live streams stay open. */
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
      // A page that is left, or a newer choice, gives up what it was asking for.
      if (reason !== 'net::ERR_ABORTED') noted.push(`request failed: ${reason} ${request.url()}`)
    })
  }

  return {
    add,
    /** Announces a fault that the test brings about itself, by how it would be noted. */
    expectFailures: (pattern: RegExp) => void announced.push(pattern),
    /** Of a test that failed: whether a press sent something, and whether that was answered. */
    noteSent() {
      for (const [request, outcome] of sent) {
        if (request.method() === 'GET' && outcome !== 'no answer') continue
        noted.push(`sent: ${request.method()} ${request.url()}: ${outcome}`)
      }
    },
    failOnFaults() {
      const faults = noted.filter((fault) => !announced.some((pattern) => pattern.test(fault)))
      if (faults.length > 0) throw new Error(`On the pages of this test:\n${faults.join('\n')}`)
    },
  }
}
