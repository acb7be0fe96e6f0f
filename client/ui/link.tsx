import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router'
import { leave } from './leaving.ts'
import './button.css'
import type { ButtonVariant } from './button.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: To
  /** Kept with the history entry. */
  state?: unknown
}

/**
 * A link inside the portal. The router's own brings what fetches data ahead in its framework mode, which no
 * page here has a use for and every first view would load.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) leave(() => follow(event), href, event)
  }
  return <a {...rest} href={href} onClick={click} />
}

type ButtonLinkProps = LinkProps & { variant?: ButtonVariant }

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`button button-${variant} ${className}`.trimEnd()} />
}

type MenuLinkProps = LinkProps & { to: string; end: boolean }

/** An entry of a menu: the current one is marked, also on pages below its own; with `end` on its own alone. */
export function MenuLink({ end, ...rest }: MenuLinkProps) {
  const { pathname } = useLocation()
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}
