import { callee, type Finding, type Node, type Rule, type Source } from './source.ts'

const limits = { file: 400, function: 80 }

/** A file and a function can be read to their end (design.md section 2); tests count, too. */
export const sizes: Rule = (sources) => {
  const scripts = sources.filter(({ path }) => /\.tsx?$/.test(path))
  return [...sources.flatMap(longFile), ...scripts.flatMap(longFunctions)]
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
    if (length <= limits.function) return []
    const message = `a function of ${length} lines; up to ${limits.function} it can be read`
    return [{ file: path, line, rule: 'size', message }]
  })
}

/** `describe` holds tests together as a file does. */
function isSuite(parent: Node | null): boolean {
  return parent?.type === 'CallExpression' && callee(parent)[0] === 'describe'
}
