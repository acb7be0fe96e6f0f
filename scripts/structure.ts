import { join } from 'node:path'
import { catalogue } from './structure/catalogue.ts'
import { circles, imports } from './structure/imports.ts'
import { marks } from './structure/marks.ts'
import { names } from './structure/names.ts'
import { sizes } from './structure/sizes.ts'
import { type Finding, type Rule, readSources } from './structure/source.ts'

const rules: Rule[] = [names, imports, circles, sizes, marks, catalogue]

/** Checks a repository against design.md section 2; an empty list means that it follows the rules. */
export function checkStructure(repository: string): string[] {
  const sources = readSources(repository)
  return rules.flatMap((rule) => rule(sources)).map(write)
}

function write({ file, line, rule, message }: Finding): string {
  return `${file}:${line} ${rule}: ${message}`
}

if (import.meta.main) {
  const findings = checkStructure(join(import.meta.dirname, '..'))
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length === 0 ? 0 : 1
}
