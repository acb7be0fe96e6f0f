import { join } from 'node:path/posix'
import { capabilityTexts, roleTexts } from '../../contract/role-texts.ts'
import { Capability, mayRole, Role } from '../../contract/roles.ts'
import { listCalls } from './calls.ts'
import { listCommands } from './commands.ts'
import { listSettings } from './settings.ts'

/** Content generated from the source, by the comment that is replaced by it. */
const made: Record<string, () => string> = {
  calls: listCalls,
  commands: listCommands,
  roles: listRoles,
  settings: listSettings,
}

/**
 * A page as the site shows it. `page` is its path below `docs/`. A link to a file outside of `docs/`, which the
 * site does not have, is replaced by the file's name.
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

/** A doctor's access is limited to their own data (server/doctors/reach.ts). */
function reachOf(role: Role): string {
  return role === 'doctor' ? 'own only' : 'yes'
}
