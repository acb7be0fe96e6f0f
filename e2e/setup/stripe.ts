import type { BrowserContext } from '@playwright/test'
import { challengePage, fieldPage, stripeScript } from './stripe-js.ts'

const html = (body: string) => ({ contentType: 'text/html', body })

/** Routes Stripe's addresses in a browser to a peer on loopback. */
export async function routeStripe(context: BrowserContext, peerUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill(
      route.request().url().includes('/field.html')
        ? html(fieldPage)
        : { contentType: 'text/javascript', body: stripeScript },
    ),
  )
  await context.route('https://hooks.stripe.com/**', (route) => route.fulfill(html(challengePage)))
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await fetch(`${peerUrl}${pathname}${search}`, {
      method: request.method(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: request.postData(),
    }).catch(() => null)
    if (!answer) return await route.abort('connectionreset')
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
      body: await answer.text(),
    })
  })
}
