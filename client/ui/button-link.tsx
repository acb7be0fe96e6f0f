import { Link, type LinkProps } from './link.tsx'
import './button.css'
import type { ButtonVariant } from './button.tsx'

type ButtonLinkProps = LinkProps & { variant?: ButtonVariant }

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`button button-${variant} ${className}`.trimEnd()} />
}
