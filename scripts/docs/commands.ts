import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const molar = join(import.meta.dirname, '../molar/molar.ts')

/** Every command of `molar` as its own `--help` prints it, followed by its subcommands. */
export function listCommands(): string {
  return helpOf([])
}

function helpOf(words: string[]): string {
  const { stdout, status, stderr } = spawnSync(process.execPath, [molar, ...words, '--help'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`molar ${words.join(' ')} --help: ${stderr}`)
  const name = `## \`${['molar', ...words].join(' ')}\``
  const shown = `${name}\n\n\`\`\`text\n${stdout.trim()}\n\`\`\``
  return [shown, ...commandsIn(stdout).map((command) => helpOf([...words, command]))].join('\n\n')
}

/** Names below `Commands:`, without commander's own `help`. */
export function commandsIn(help: string): string[] {
  const [, list = ''] = /^Commands:\n((?: .*\n?)*)/m.exec(help) ?? []
  const names = [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help')
}
