import './prose.css'

/**
 * HTML that the server made from the clinic's Markdown and cleaned (server/clinic/show-markdown.ts).
 * The one place that puts HTML into a page: nothing else may be given to it.
 */
export function CleanHtml({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was cleaned by the server, see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
