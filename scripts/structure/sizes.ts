import type { Finding, Rule, Source } from './source.ts'

const mostLines = 400

/**
 * A file can be read to its end (design.md section 2); tests and style sheets count, too. Biome holds
 * the length of functions.
 */
export const sizes: Rule = (sources) => sources.flatMap(longFile)

function longFile({ path, lines }: Source): Finding[] {
  if (lines <= mostLines) return []
  const message = `has ${lines} lines, more than ${mostLines}`
  return [{ file: path, line: mostLines + 1, rule: 'size', message }]
}
