import type { StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** Our tokens in Stripe's fields, in both themes. */
export function useElementStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle)
  useEffect(() => {
    const theme = window.matchMedia('(prefers-color-scheme: dark)')
    const renew = () => setStyle(readStyle())
    theme.addEventListener('change', renew)
    return () => theme.removeEventListener('change', renew)
  }, [])
  return style
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
