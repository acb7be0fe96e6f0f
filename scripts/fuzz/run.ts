import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../ensure-build.ts'
import type { Engine } from '../holes/portal.ts'
import { startPostgres } from '../postgres.ts'
import { type Round, runRound } from './round.ts'

/**
 * npm run fuzz -- [requests] [--seed 1] [--engine sqlite|postgres]
 *
 * Sends generated requests to the real program on the loopback, in rounds with a portal of their own,
 * and ends with 1 where one was answered by 5xx or outside of the document, where the event loop was
 * held, the process ended, or the database broke a rule. A finding names the seed of its round.
 */
const perRound = 5000
const folder = join(import.meta.dirname, '../../dist/reports')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const requests = Number(positionals[0] ?? 20_000)
const seed = Number(values.seed)
if (!(Number.isInteger(requests) && requests > 0 && Number.isInteger(seed))) {
  console.error('npm run fuzz -- 20000 --seed 1 --engine sqlite')
  process.exit(1)
}
await ensureBuild()
const usesPostgres = values.engine.includes('postgres')
const postgres = usesPostgres ? await startPostgres() : undefined
const engines: Engine[] = [
  ...(values.engine.includes('sqlite') ? [{ name: 'SQLite' }] : []),
  ...(postgres ? [{ name: 'PostgreSQL', postgresUrl: postgres.url }] : []),
]

const totals = new Map<string, Round[]>()
let findings = 0
mkdirSync(folder, { recursive: true })
const log = join(folder, `fuzz-${seed}.txt`)

try {
  const share = Math.ceil(requests / engines.length)
  for (let done = 0; done < share; done += perRound) {
    const round = done / perRound
    for (const engine of engines) {
      const own = seed * 10_000 + round
      const count = Math.min(perRound, share - done)
      const began = performance.now()
      const result = await runRound(engine, own, count)
      const seconds = (performance.now() - began) / 1000
      totals.set(engine.name, [...(totals.get(engine.name) ?? []), result])
      findings += result.findings.length
      const line = `${engine.name} round ${own}: ${result.requests} requests in ${seconds.toFixed(0)} s, ${result.findings.length} findings, longest turn ${result.longestTurn.toFixed(0)} ms`
      console.log(line)
      appendFileSync(log, `${line}\n`)
      for (const { why, what } of result.findings) {
        console.log(`  ${why}\n    ${what}`)
        appendFileSync(log, `  ${why}\n    ${what}\n`)
      }
    }
  }
} finally {
  await postgres?.stop()
}

const sum = (rounds: Round[], of: (round: Round) => number) =>
  rounds.reduce((total, round) => total + of(round), 0)
const most = (rounds: Round[], of: (round: Round) => number) => Math.max(...rounds.map(of))

console.log(
  '\n| engine | requests | answers | operations that succeeded | longest turn, busy | findings |',
)
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [name, rounds] of totals) {
  const statuses = new Map<string, number>()
  for (const round of rounds) {
    for (const [status, count] of round.statuses) {
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
  }
  const answers = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
  const succeeded = new Set(rounds.flatMap((round) => [...round.succeeded]))
  const cells = [name, sum(rounds, (one) => one.requests), answers.join(', ')]
  cells.push(`${succeeded.size} of ${most(rounds, (one) => one.operations)}`)
  cells.push(`${most(rounds, (one) => one.longestTurn).toFixed(0)} ms`)
  cells.push(sum(rounds, (one) => one.findings.length))
  console.log(`| ${cells.join(' | ')} |`)
}
process.exitCode = findings === 0 ? 0 : 1
