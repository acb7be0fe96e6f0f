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

/** What the build has inlined into pages, as the policy names it: by hashes. */
export type Inlined = Record<'scripts' | 'styles', readonly string[]>

const scriptElement = /<script>(.*?)<\/script>/gs
const styleElement = /<style>(.*?)<\/style>/gs

/**
 * The scripts and style sheets that the build has inlined into pages, by their hashes: a piece of a text keeps the
 * whole text in memory, and the pages are ten megabytes.
 */
export function findInlined(pages: readonly string[]): Inlined {
  const hashesOf = (element: RegExp) => {
    const found = pages.flatMap((html) => [...html.matchAll(element)])
    return [...new Set(found.map(([, text = '']) => hashSource(text)))]
  }
  return { scripts: hashesOf(scriptElement), styles: hashesOf(styleElement) }
}

/**
 * What a page may do (Content Security Policy 3). Scripts are our own files and those at named addresses;
 * scripts and styles also those that the build has put in the page, by their hashes. Text becomes HTML in one place
 * (client/ui/clean-html.tsx), except on pages with a third-party script, which does not know that rule.
 */
export function pagePolicy(
  { script, connect, frame, image }: Sources,
  { scripts, styles }: Inlined,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...script].join(' '),
    ["style-src 'self'", ...styles, ...addedStyles.map(hashSource)].join(' '),
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
