import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'

/** Our tokens in Stripe's fields, in both themes. */
export function useElementStyle(): StripeElementStyle {
  const isDark = useSyncExternalStore(onTheme, () => window.matchMedia(dark).matches)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the tokens are.
  return useMemo(readStyle, [isDark])
}

function onTheme(listen: () => void) {
  const query = window.matchMedia(dark)
  query.addEventListener('change', listen)
  return () => query.removeEventListener('change', listen)
}

function readStyle(): StripeElementStyle {
  const body = getComputedStyle(document.body)
  return {
    base: {
      color: colour('--ink'),
      iconColor: colour('--ink-muted'),
      fontFamily: body.fontFamily,
      fontSize: body.fontSize,
      fontSmoothing: 'antialiased',
      '::placeholder': { color: colour('--ink-muted') },
    },
    invalid: { color: colour('--bad'), iconColor: colour('--bad') },
  }
}

/** A token as `rgb()`: what the fields' own frames make of `oklch()` is not documented. */
function colour(token: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return ''
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
