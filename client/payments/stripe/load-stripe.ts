import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { matchPath } from 'react-router'
import { paths } from '../../../contract/page-paths.ts'

/**
 * The script neither comes nor fails. Asked for once more, the browser would wait for the very same
 * request: only a new document asks again.
 */
export class StripeHangs extends Error {}

const patienceMs = 15_000
let loading: Promise<Stripe> | undefined

/** Stripe's script, fetched on this screen alone; rejects where it cannot be had in time. */
export function loadInTime(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(publishableKey: string): Promise<Stripe> {
  if (!isOwnDocument()) {
    window.location.reload()
    return new Promise(() => {})
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  const stripe = await Promise.race([loadStripe(publishableKey), late])
  clearTimeout(timer)
  if (stripe) return stripe
  throw new StripeHangs()
}

/**
 * The policy that lets Stripe's script in comes with this page's own HTML; anyone who followed a link
 * here still has that of the page before.
 */
function isOwnDocument(): boolean {
  const document = performance.getEntriesByType('navigation')[0]
  return !document || matchPath(paths.paymentPage, new URL(document.name).pathname) !== null
}
