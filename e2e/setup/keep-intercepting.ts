import type { BrowserContext, Page } from '@playwright/test'

/**
 * Chromium may leave a request unanswered when interception is switched off during the request
 * (github.com/microsoft/playwright/issues/41802). Requests that a test has once intercepted therefore stay
 * intercepted after `unroute` and `times`, by a route that matches nothing.
 */
export function keepIntercepting(context: BrowserContext): void {
  const keep = (routed: BrowserContext | Page) => {
    const route = routed.route.bind(routed)
    let kept: Promise<unknown> | undefined
    routed.route = async (...words) => {
      kept ??= route(
        () => false,
        (one) => one.fallback(),
      )
      await kept
      return await route(...words)
    }
  }
  keep(context)
  context.on('page', keep)
}
