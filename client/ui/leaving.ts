import type { MouseEvent } from 'react'

type Ask = (go: () => void, address?: string, press?: MouseEvent) => void

let ask: Ask | undefined

/** Who decides from now on whether the reader is asked: `forms/leaving.ts`, which only pages with a form load. */
export function askBeforeLeaving(by: Ask): void {
  ask = by
}

/**
 * Runs `go`; where something typed would be lost, only once the reader agrees. `address` is where it leads, and `press`
 * the press of a link.
 */
export function leave(go: () => void, address?: string, press?: MouseEvent): void {
  if (ask) ask(go, address, press)
  else go()
}
