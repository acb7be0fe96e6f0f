import { callee, type Finding, type Node, type Rule, type Source } from './source.ts'

const limits = { median: 60, nineOfTen: 130, file: 250, function: 50 }

/** Small files and small functions (design.md section 2). Tests count like what they test. */
export const sizes: Rule = (sources) => {
  const scripts = sources.filter(({ path }) => /\.tsx?$/.test(path))
  const portal = scripts.filter(({ path }) => /^(contract|server|client)\//.test(path))
  return [
    ...sources.flatMap(longFile),
    ...scripts.flatMap(longFunctions),
    ...spread(portal.map(({ lines }) => lines).sort((a, b) => a - b)),
  ]
}

function longFile({ path, lines }: Source): Finding[] {
  if (lines <= limits.file) return []
  const message = `has ${lines} lines, more than ${limits.file}`
  return [{ file: path, line: limits.file + 1, rule: 'size', message }]
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function longFunctions({ path, nodes, lineAt }: Source): Finding[] {
  return nodes.flatMap(({ node, parent }) => {
    if (!functions.has(node.type) || isSuite(parent)) return []
    const line = lineAt(node.start)
    const length = lineAt(node.end) - line + 1
    if (length < limits.function) return []
    const message = `a function of ${length} lines; under ${limits.function} it can be read`
    return [{ file: path, line, rule: 'size', message }]
  })
}

/** `describe` holds tests together as a file does. */
function isSuite(parent: Node | null): boolean {
  return parent?.type === 'CallExpression' && callee(parent)[0] === 'describe'
}

function spread(lines: number[]): Finding[] {
  const at = (share: number) => lines[Math.floor(lines.length * share)] ?? 0
  const findings = [
    { share: 0.5, what: 'the median file', most: limits.median },
    { share: 0.9, what: 'the longest of nine in ten files', most: limits.nineOfTen },
  ]
  return findings
    .filter(({ share, most }) => at(share) > most)
    .map(({ share, what, most }) => {
      const message = `${what} has ${at(share)} lines, more than ${most}`
      return { file: '.', line: 1, rule: 'size', message }
    })
}
