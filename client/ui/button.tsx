import type { ComponentProps, MouseEvent } from 'react'
import './button.css'
import { Spinner } from './feedback/spinner.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'danger'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** Something is under way: the button keeps its place and the focus, and ignores presses. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${variant} ${className}`.trimEnd()}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
