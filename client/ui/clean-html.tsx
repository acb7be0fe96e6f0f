import { useMemo } from 'react'
import './prose.css'

declare global {
  interface Window {
    /** Not in TypeScript's own description of browsers yet, nor in all browsers. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(html: string): string },
      ): { createHTML(html: string): TrustedHTML }
    }
  }
}

/**
 * The page's policy lets nothing else turn text into HTML (server/http/page-policy.ts): what an
 * injected script or a library of ours would put in is refused by the browser.
 */
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy('clean-html', { createHTML: (html) => html })

/**
 * HTML that the server made from the clinic's Markdown and cleaned (server/clinic/show-profile.ts).
 * The one place that puts HTML into a page: nothing else may be given to it.
 */
export function CleanHtml({ html, className }: { html: string; className?: string }) {
  const trusted = useMemo(() => ({ __html: policy?.createHTML(html) ?? html }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was cleaned by the server, see above
  return <div className={className} dangerouslySetInnerHTML={trusted} />
}
