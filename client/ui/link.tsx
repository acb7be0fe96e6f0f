import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/**
 * A link inside the portal. The router's own brings what fetches data ahead in its framework mode, which no
 * page here has a use for and every first view would load.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...rest} href={href} onClick={click} />
}

/** An entry of a menu: the current one is marked, also on pages below its own; with `end` on its own alone. */
export function MenuLink({ end, ...rest }: LinkProps & { end: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}
