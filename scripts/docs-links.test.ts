import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})

/** A page's links within the repository: links and pictures, except in code. */
function leadsTo(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```.*?```|`[^`\n]*`/gs, '')
  return [...text.matchAll(/\]\(\s*([^)\s#]+)[^)]*\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:|^\//.test(to) ? [] : [join(dirname(page), to)],
  )
}

test.each(pages)('every link in %s has a target', (page) => {
  expect(leadsTo(page).filter((to) => !existsSync(join(root, to)))).toEqual([])
})

test('the link check finds the links of a page', () => {
  expect(leadsTo('README.md')).toContain('contract/endpoints.ts')
})
