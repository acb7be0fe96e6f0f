import { isTest } from './names.ts'
import { callee, type Finding, type Node, type Rule, type Source } from './source.ts'

/** Nothing unfinished, excluded from the tests, suppressed without a reason, or addressed past the contract. */
export const marks: Rule = (sources) =>
  sources.flatMap((source) => [
    ...source.comments.flatMap((comment) => markIn(source.path, comment)),
    ...source.nodes.flatMap(({ node }) => nodeMark(source, node)),
  ])

function markIn(file: string, { text, line }: Source['comments'][number]): Finding[] {
  const finding = (message: string) => [{ file, line, rule: 'mark', message }]
  const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/.exec(text)
  if (unfinished) return finding(`${unfinished[0]}: finish it, or make it an issue`)
  if (/@ts-(ignore|nocheck)/.test(text)) return finding('use @ts-expect-error and say why')
  if (/@ts-expect-error(?!\s*[-:]?\s*\w+\s+\w+)/.test(text))
    return finding('say why an error is expected')
  if (/biome-ignore(?!\S*\s+\S+:\s*\w+\s+\w+)/.test(text))
    return finding('say why Biome is silenced')
  return []
}

const wirePath = /^\/(booking|service|available|users|doctors|admin|create-payment-intent)(\/|\?|$)/
const runners = new Set(['test', 'it', 'describe', 'suite'])
const left = new Set(['only', 'skip', 'todo', 'fixme'])

function nodeMark({ path, lineAt }: Source, node: Node): Finding[] {
  const finding = (rule: string, message: string) => [
    { file: path, line: lineAt(node.start), rule, message },
  ]
  const inPortal = /^(server|client)\//.test(path)
  const forTests = isTest(path) || path.startsWith('server/testing/')
  if (node.type === 'CallExpression') {
    const [runner = '', ...parts] = callee(node)
    if (parts.includes('waitForTimeout')) {
      return finding('mark', 'wait for what is to happen, not for a time')
    }
    const mark = runners.has(runner) && parts.find((part) => left.has(part))
    return mark ? finding('mark', `${runner}.${mark} leaves tests out`) : []
  }
  const text = textOf(node)
  if (text !== undefined && inPortal && !forTests && wirePath.test(text)) {
    return finding('wire', `'${text}' is a name of the wire: take it from contract/endpoints.ts`)
  }
  if (node.type === 'Identifier' && node.name === '_id' && path.startsWith('server/db/')) {
    return finding('wire', '_id is a name of the wire: a row has an id')
  }
  return []
}

function textOf({ type, value }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return undefined
  return 'raw' in value ? String(value.raw) : undefined
}
