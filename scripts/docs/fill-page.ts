import { join } from 'node:path/posix'
import { capabilityTexts, roleTexts } from '../../contract/role-texts.ts'
import { Capability, mayRole, Role } from '../../contract/roles.ts'
import { listCalls } from './calls.ts'
import { listCommands } from './commands.ts'
import { listSettings } from './settings.ts'

/** What pages show from the source itself, by the comment that holds its place. */
const made: Record<string, () => string> = {
  calls: listCalls,
  commands: listCommands,
  roles: listRoles,
  settings: listSettings,
}

/**
 * A page as the site shows it. `page` is its path below `docs/`. Where it leads out of `docs/`, to a file
 * that the site does not have, it names that file.
 */
export function fillPage(text: string, page: string): string {
  return text
    .replaceAll(/^<!-- made: (\w+) -->$/gm, (comment, name: string) => made[name]?.() ?? comment)
    .replaceAll(/\[([^\]]*)\]\(\s*([^)\s#]+)[^)]*\)/g, (link, words: string, to: string) => {
      const file = join('docs', page, '..', to)
      if (/^[a-z]+:|^\//.test(to) || file.startsWith('docs/')) return link
      const isSaid = file.endsWith(words.replaceAll('`', ''))
      return isSaid ? `\`${file}\`` : `${words} (\`${file}\`)`
    })
}

function listRoles(): string {
  const roles = Role.options.filter((role) => role !== 'patient')
  const head = ['', ...roles.map((role) => roleTexts.en[role])]
  const rows = Capability.options.map((capability) => [
    capabilityTexts.en[capability],
    ...roles.map((role) => (mayRole(role, capability) ? reachOf(role) : '–')),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** A doctor reaches what is theirs (server/doctors/reach.ts). */
function reachOf(role: Role): string {
  return role === 'doctor' ? 'own only' : 'yes'
}
