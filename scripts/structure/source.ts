import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree: ESTree with TypeScript's and JSX's additions. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export type Import = { to: string; line: number }

/** One file as the rules see it. A style sheet has text and comments, and no syntax tree. */
export type Source = {
  /** From the repository's root, with forward slashes. */
  path: string
  lines: number
  imports: Import[]
  comments: { text: string; line: number }[]
  nodes: { node: Node; parent: Node | null }[]
  lineAt(offset: number): number
}

export type Finding = { file: string; line: number; rule: string; message: string }
export type Rule = (sources: Source[]) => Finding[]

const roots = ['contract', 'server', 'client', 'e2e', 'bench', 'scripts']

/** Every source file of the repository, parsed. Throws on one that is not TypeScript. */
export function readSources(repository: string): Source[] {
  const patterns = [...roots.map((root) => `${root}/**/*.{ts,tsx,css}`), '*.config.ts']
  return globSync(patterns, { cwd: repository, exclude: (name) => name.includes('node_modules') })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readSource(path, readFileSync(join(repository, path), 'utf8')))
}

export function readSource(path: string, text: string): Source {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1
  const lines = text.endsWith('\n') ? starts.length - 1 : starts.length
  if (path.endsWith('.css')) {
    const comments = [...text.matchAll(/\/\*.*?\*\//gs)]
    const said = comments.map(({ 0: comment, index }) => ({ text: comment, line: lineAt(index) }))
    return { path, lines, imports: [], comments: said, nodes: [], lineAt }
  }
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const nodes: Source['nodes'] = []
  collect(program as unknown as Node, null, nodes)
  return {
    path,
    lines,
    lineAt,
    nodes,
    imports: nodes.flatMap(({ node }) => importIn(node, lineAt)),
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
  }
}

function collect(node: Node, parent: Node | null, found: Source['nodes']): void {
  found.push({ node, parent })
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(child, node, found)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** `import … from`, `export … from`, `import()` and the type `import('…')`, as written. */
function importIn(node: Node, lineAt: Source['lineAt']): Import[] {
  if (!/^(Import|Export\w+)Declaration$|^ImportExpression$|^TSImportType$/.test(node.type)) {
    return []
  }
  const { source } = node
  if (!isNode(source) || typeof source.value !== 'string') return []
  return [{ to: source.value, line: lineAt(node.start) }]
}

/** The names of a call's callee: `['test', 'only']` of `test.only(…)`, also behind `.each(…)`. */
export function callee(call: Node): string[] {
  const names: string[] = []
  let at: unknown = call.callee
  while (isNode(at)) {
    if (at.type === 'Identifier') names.unshift(String(at.name))
    if (at.type === 'MemberExpression' && isNode(at.property)) {
      names.unshift(String(at.property.name ?? at.property.value))
    }
    at = at.type === 'CallExpression' ? at.callee : at.object
  }
  return names
}
