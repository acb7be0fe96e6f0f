import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const root = join(import.meta.dirname, '../..')

/** Texts of the English catalogue that differ in Spanish; those with parameters as patterns. */
type English = { texts: Set<string>; patterns: RegExp[] }

let english: Promise<English> | undefined

/** The page is in Spanish, and has no text of the English catalogue; `data` is not translated. */
export async function expectSpanish(page: Page, data: readonly string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  english ??= readCatalogue()
  const { texts, patterns } = await english
  const isEnglish = (said: string) =>
    !data.includes(said) && (texts.has(said) || patterns.some((pattern) => pattern.test(said)))
  const left = async () => (await page.evaluate(whatIsSaid)).filter(isEnglish)
  // A list that has just loaded may not be rendered yet.
  await expect.poll(left, { message: `${page.url()} in English` }).toEqual([])
}

/** Runs in the page: every text and every label, shown or read out. */
function whatIsSaid(): string[] {
  const said: (string | null)[] = [document.title.split(' · ')[0] ?? null]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('script, style, noscript, [lang=en]')) {
      said.push(node.textContent)
    }
  }
  for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
    for (const element of document.querySelectorAll(`[${name}]:not([lang=en])`)) {
      said.push(element.getAttribute(name))
    }
  }
  return said.flatMap((text) => text?.trim() || [])
}

async function readCatalogue(): Promise<English> {
  const found: English = { texts: new Set(), patterns: [] }
  const files = globSync(['client/**/*texts*.ts', 'client/dashboard-pages.tsx'], { cwd: root })
  const catalogue = files.filter((file) => !file.includes('.test.'))
  for (const file of [...catalogue, 'contract/fixed-texts.ts']) {
    const module: Record<string, unknown> = await import(join(root, file))
    collect(module, found)
  }
  return found
}

function collect(value: unknown, found: English): void {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && 'es' in value) compare(value.en, value.es, found)
  else for (const one of Object.values(value)) collect(one, found)
}

function compare(en: unknown, es: unknown, found: English): void {
  if (typeof en === 'string') {
    if (en !== es) found.texts.add(en)
  } else if (typeof en === 'function' && typeof es === 'function') {
    const pattern = patternOf(en)
    if (pattern && pattern.source !== patternOf(es)?.source) found.patterns.push(pattern)
  } else if (typeof en === 'object' && en && typeof es === 'object' && es) {
    const spanish = new Map<string, unknown>(Object.entries(es))
    for (const [name, text] of Object.entries(en)) compare(text, spanish.get(name), found)
  }
}

const part = 'PART'
/** Letters; a shorter pattern could match unrelated text. */
const fewest = 6

/** The pattern of a text with parameters. */
function patternOf(say: object): RegExp | undefined {
  let said: unknown
  try {
    said = Reflect.apply(say as () => unknown, undefined, [part, part, part, part])
  } catch {
    return undefined
  }
  if (typeof said !== 'string') return undefined
  const own = said.replaceAll(part, '').match(/\p{L}/gu) ?? []
  if (own.length < fewest) return undefined
  const pieces = said.split(part).map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.+')}$`, 'u')
}
