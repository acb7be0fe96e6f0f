import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { matchPath } from 'react-router'
import { paths } from '../../paths.ts'

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
  await giveUp()
  throw new Error('Stripe did not load in time')
}

/**
 * The policy that lets Stripe's script in comes with this page's own HTML; whoever followed a link
 * here still has that of the page before.
 */
function isOwnDocument(): boolean {
  const document = performance.getEntriesByType('navigation')[0]
  return !document || matchPath(paths.paymentPage, new URL(document.name).pathname) !== null
}

/**
 * A script that hangs never says so. Told twice that it failed, since it tries once more by itself,
 * the library lets go of it, and fetches it anew when it is asked again.
 */
async function giveUp() {
  for (let round = 0; round < 2; round += 1) {
    for (const script of document.querySelectorAll('script[src^="https://js.stripe.com/"]')) {
      script.dispatchEvent(new Event('error'))
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}
