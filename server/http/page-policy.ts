import { createHash } from 'node:crypto'

/** Where policies have browsers report what they refused. */
export const reportPath = '/csp-reports'

/** Beside our own files: where scripts, calls, frames and pictures of a page may come from. */
export type Sources = Record<'script' | 'connect' | 'frame' | 'image', readonly string[]>

/**
 * Rules that react-aria adds to a page: one for what can be pressed (usePress), one for iOS while a
 * dialog is open (usePreventScroll). They pass by what they say; a journey or a test fails when a
 * release says it otherwise.
 */
export const addedStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

const styleElement = /<style>(.*?)<\/style>/gs

/** The style sheets that the build has put into pages. */
export function findStyles(pages: readonly string[]): string[] {
  return pages.flatMap((html) => [...html.matchAll(styleElement)].map(([, sheet = '']) => sheet))
}

/**
 * What a page may do (Content Security Policy 3). Scripts are our own files and whose address is named;
 * of styles also those that the page itself brings, by their hashes. Text becomes HTML in one place
 * (client/ui/clean-html.tsx), except beside a script of others, which knows nothing of that.
 */
export function pagePolicy(
  { script, connect, frame, image }: Sources,
  styles: readonly string[],
): string {
  const hashes = [...new Set([...styles, ...addedStyles])].map(hashSource)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...hashes].join(' '),
    ["connect-src 'self'", ...connect].join(' '),
    frame.length > 0 ? `frame-src ${frame.join(' ')}` : "frame-src 'none'",
    ["img-src 'self' data:", ...image].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(script.length === 0
      ? ["require-trusted-types-for 'script'", 'trusted-types clean-html']
      : []),
    // Browsers that know the one take no notice of the other.
    `report-uri ${reportPath}`,
    'report-to csp',
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
