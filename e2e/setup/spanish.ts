import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Language } from '../../contract/language.ts'
import {
  callee,
  isNode,
  type Node,
  readSource,
  type Source,
} from '../../scripts/structure/source.ts'

const root = join(import.meta.dirname, '../..')

/** Texts of the English catalogue that no Spanish text is the same as; those with parameters as patterns. */
type English = { texts: Set<string>; patterns: RegExp[] }

let english: English | undefined

/** The page is in Spanish, and has no text of the English catalogue; `data` is not translated. */
export async function expectSpanish(page: Page, data: readonly string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  english ??= readCatalogue()
  const { texts, patterns } = english
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

/** Stands in a text for what is filled in. */
const part = '\0'
/** Letters; a shorter pattern could match unrelated text. */
const fewest = 6

function readCatalogue(): English {
  const files = globSync('{client,contract}/**/*.{ts,tsx}', { cwd: root })
  const said = { en: new Set<string>(), es: new Set<string>() }
  for (const file of files.filter((one) => !one.includes('.test.'))) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!/(?<!function )defineTexts[(<]/.test(text)) continue
    const { nodes } = readSource(file, text)
    const calls = nodes.filter(({ node }) => callee(node).join() === 'defineTexts')
    for (const language of ['en', 'es'] as const) {
      const found = calls.flatMap(({ node }) => textsIn(spokenIn(node, language, nodes)))
      expect(found, `texts of ${file}`).not.toEqual([])
      for (const one of found) said[language].add(one.trim())
    }
  }
  const own = [...said.en].filter((one) => !said.es.has(one))
  return {
    texts: new Set(own.filter((one) => !one.includes(part))),
    patterns: own.filter((one) => one.includes(part)).flatMap((one) => patternOf(one) ?? []),
  }
}

/** What a call of `defineTexts` has for a language, often a constant of the same file. */
function spokenIn(call: Node, language: Language, nodes: Source['nodes']): Node[] {
  const properties = childrenOf(call).flatMap(childrenOf)
  const own = properties.find(({ key }) => isNode(key) && key.name === language)
  let spoken = own?.value
  if (isNode(spoken) && spoken.type === 'CallExpression') [, spoken] = childrenOf(spoken)
  if (!isNode(spoken) || spoken.type !== 'Identifier') return isNode(spoken) ? [spoken] : []
  const { name } = spoken
  const constant = nodes.find(({ node: { id } }) => isNode(id) && id.name === name)
  return isNode(constant?.node.init) ? [constant.node.init] : []
}

/** Every text within; what is compared or added up is none. */
function textsIn(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'TemplateLiteral') return [templateOf(node)]
    if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
    if (node.type === 'BinaryExpression' || node.type === 'TSTypeAnnotation') return []
    return textsIn(childrenOf(node).filter((child) => child !== node.key))
  })
}

function templateOf({ quasis }: Node): string {
  const pieces = Array.isArray(quasis) ? quasis.filter(isNode) : []
  return pieces.map(({ value }) => (value as { cooked: string }).cooked).join(part)
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

/** The pattern of a text with parameters. */
function patternOf(said: string): RegExp | undefined {
  const own = said.match(/\p{L}/gu) ?? []
  if (own.length < fewest) return undefined
  const pieces = said.split(part).map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 'u')
}
