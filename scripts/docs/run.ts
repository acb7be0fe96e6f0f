import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// `npm run docs` builds the site of docs/ into dist/docs; `npm run docs -- serve` serves it and reloads on
// changes.

const root = join(import.meta.dirname, '../..')
const vitepress = join(root, 'docs/node_modules/vitepress/bin/vitepress.js')
const verbs: Record<string, string> = { build: 'build', serve: 'dev' }

const [wanted = 'build', ...options] = process.argv.slice(2)
const verb = verbs[wanted]
if (!verb) {
  console.error(`There is no ${wanted}; there are ${Object.keys(verbs).join(' and ')}`)
  process.exit(1)
}
// Only this command needs the generator: its packages are in docs/.
if (!existsSync(vitepress)) run('npm', ['ci', '--prefix', 'docs', '--no-audit', '--no-fund'])
run(process.execPath, [vitepress, verb, 'docs', ...options])

function run(program: string, given: string[]): void {
  const { status } = spawnSync(program, given, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
