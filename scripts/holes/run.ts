import { startPostgres } from '../postgres.ts'
import type { Attack } from './attack.ts'
import { identity, proxied } from './identity.ts'
import { type Engine, openPortal } from './portal.ts'
import { signUp } from './sign-up.ts'
import { unconfirmed } from './unconfirmed.ts'
import { operator, wire } from './wire.ts'

/**
 * Tries the holes found by a security review again, against the real program on both engines, and prints the
 * current answers. Loopback only; exits with 1 if one is open.
 */
const postgres = await startPostgres()
const engines: Engine[] = [{ name: 'SQLite' }, { name: 'PostgreSQL', postgresUrl: postgres.url }]
let open = 0

async function attack(engine: Engine, settings: Record<string, string>, all: Attack[]) {
  const portal = await openPortal(engine, settings)
  try {
    for (const { finding, what, run } of all) {
      const { answers, held } = await run(portal).catch((fault: unknown) => ({
        answers: String(fault),
        held: false,
      }))
      if (!held) open += 1
      console.log(
        `| ${finding} | ${what} | ${engine.name} | ${held ? 'held' : '**open**'} | ${answers} |`,
      )
    }
  } finally {
    await portal.close()
  }
}

console.log('| finding | attack | engine | | answers now |\n| --- | --- | --- | --- | --- |')
try {
  for (const engine of engines) {
    await attack(engine, {}, [...unconfirmed, ...identity, ...signUp, ...wire, ...operator])
    await attack(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'on' }, proxied)
  }
} finally {
  await postgres.stop()
}
console.log(`\n${open} open`)
process.exitCode = open === 0 ? 0 : 1
