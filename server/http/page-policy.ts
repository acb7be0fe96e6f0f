import { createHash } from 'node:crypto'

/** Where browsers report what a policy blocked. */
export const reportPath = '/csp-reports'

/** Besides our own files: the allowed sources of a page's scripts, calls, frames and pictures. */
export type Sources = Record<'script' | 'connect' | 'frame' | 'image', readonly string[]>

/**
 * Rules that react-aria adds to a page: one for pressable elements (usePress), one for iOS while a dialog is
 * open (usePreventScroll). They are allowed by their text; a journey or a test fails when a release
 * changes the text.
 */
export const addedStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

const styleElement = /<style>(.*?)<\/style>/gs

/**
 * The style sheets that the build has inlined into pages, by their hashes: a piece of a text keeps the whole
 * text in memory, and the pages are ten megabytes.
 */
export function findStyles(pages: readonly string[]): string[] {
  const sheets = pages.flatMap((html) => [...html.matchAll(styleElement)])
  return [...new Set(sheets.map(([, sheet = '']) => hashSource(sheet)))]
}

/**
 * What a page may do (Content Security Policy 3). Scripts are our own files and those at named addresses;
 * styles also those that the page itself contains, by their hashes. Text becomes HTML in one place
 * (client/ui/clean-html.tsx), except on pages with a third-party script, which does not know that rule.
 */
export function pagePolicy(
  { script, connect, frame, image }: Sources,
  styles: readonly string[],
): string {
  const hashes = [...styles, ...addedStyles.map(hashSource)]
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
    // Browsers that support one directive ignore the other.
    `report-uri ${reportPath}`,
    'report-to csp',
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
