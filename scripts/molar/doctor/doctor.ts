import { type Config, ConfigError, readConfig } from '../../../server/config.ts'
import { answer, exitCodes } from '../terminal.ts'
import { checkData } from './data.ts'
import { type Finding, wrong } from './finding.ts'
import { checkBackups, checkDisk, checkNode, checkSettings } from './machine.ts'
import { checkMail, checkPublicAddress, checkWebhooks } from './outside.ts'

/** `molar doctor`: reports what is wrong with an installation, and how to fix it. It changes nothing. */
export async function doctor({ mail }: { mail?: string }): Promise<void> {
  const findings = await examine({ now: new Date(), mailTo: mail })
  const lines = findings.map(({ about, state, says, mend }) => {
    const words = state === 'ok' ? 'ok' : state.toUpperCase()
    return `${words.padEnd(8)} ${about}: ${says}${mend ? `\n         ${mend}` : ''}`
  })
  answer({ findings }, lines)
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = exitCodes.found
}

export async function examine(
  asked: { now: Date; mailTo?: string | undefined },
  environment: Record<string, string | undefined> = process.env,
): Promise<Finding[]> {
  const node = checkNode(process.versions.node)
  const config = tryConfig(environment)
  if (config instanceof ConfigError) {
    const mend =
      'Mend it in the environment (docs/settings.md); the rest is checked once it is right.'
    return [node, wrong('settings', `${config.message}.`, mend)]
  }
  const { now, mailTo } = asked
  const parts = await Promise.all([
    checkSettings(config),
    checkDisk(config),
    checkData(config, now),
    checkMail(config, mailTo),
    checkPublicAddress(config, now),
    checkWebhooks(config),
    checkBackups(config, now),
  ])
  return [node, ...parts.flat()]
}

function tryConfig(environment: Record<string, string | undefined>): Config | ConfigError {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}
