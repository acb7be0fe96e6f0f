import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { ensureBuild } from '../ensure-build.ts'
import type { Engine } from '../holes/portal.ts'
import { startPostgres } from '../postgres.ts'
import { runRound } from './round.ts'

/**
 * npm run fuzz -- [requests] [--seed 1] [--engine sqlite|postgres] [--resume]
 *
 * Sends generated requests to the real program on the loopback, in rounds with a new portal each, and exits
 * with 1 if an answer was a 5xx or did not match the document, the event loop was blocked, the process ended,
 * or the database broke a rule. A finding names the seed of its round. The result of each round is stored in
 * dist/reports; `--resume` continues after the stored rounds.
 */
const perRound = 5000
const folder = join(import.meta.dirname, '../../dist/reports')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    resume: { type: 'boolean', default: false },
  },
})
const requests = Number(positionals[0] ?? 20_000)
const seed = Number(values.seed)
if (!(Number.isInteger(requests) && requests > 0 && Number.isInteger(seed))) {
  console.error('npm run fuzz -- 20000 --seed 1 --engine sqlite')
  process.exit(1)
}
// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await ensureBuild()
const usesPostgres = values.engine.includes('postgres')
const postgres = usesPostgres ? await startPostgres() : undefined
const engines: Engine[] = [
  ...(values.engine.includes('sqlite') ? [{ name: 'SQLite' }] : []),
  ...(postgres ? [{ name: 'PostgreSQL', postgresUrl: postgres.url }] : []),
]

mkdirSync(folder, { recursive: true })

const Stored = z.object({
  requests: z.number(),
  statuses: z.record(z.string(), z.number()),
  succeeded: z.array(z.string()),
  operations: z.number(),
  longestTurn: z.number(),
  findings: z.number(),
})
type Stored = z.infer<typeof Stored>

function readStored(file: string): Stored[] {
  if (!values.resume || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => Stored.parse(JSON.parse(line)))
}

const storedIn = (engine: Engine) => join(folder, `fuzz-${engine.name.toLowerCase()}-${seed}.jsonl`)
const totals = new Map(engines.map((engine) => [engine, readStored(storedIn(engine))]))

async function runOne(engine: Engine, at: number, count: number): Promise<void> {
  const own = seed * 10_000 + at
  const began = performance.now()
  const { statuses, succeeded, findings, ...round } = await runRound(engine, own, count)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `${engine.name} round ${own}: ${round.requests} requests in ${seconds} s, longest turn ${round.longestTurn.toFixed(0)} ms, ${findings.length} findings`,
  )
  for (const { why, what } of findings) console.log(`  ${why}\n    ${what}`)
  const stored: Stored = {
    ...round,
    statuses: Object.fromEntries(statuses),
    succeeded: [...succeeded],
    findings: findings.length,
  }
  totals.get(engine)?.push(stored)
  appendFileSync(storedIn(engine), `${JSON.stringify(stored)}\n`)
}

try {
  const share = Math.ceil(requests / engines.length)
  for (let at = 0; at * perRound < share; at += 1) {
    for (const engine of engines) {
      if (at < (totals.get(engine)?.length ?? 0)) continue
      await runOne(engine, at, Math.min(perRound, share - at * perRound))
    }
  }
} finally {
  await postgres?.stop()
}

function row(name: string, rounds: Stored[]): string {
  const sum = (of: (round: Stored) => number) =>
    rounds.reduce((total, round) => total + of(round), 0)
  const most = (of: (round: Stored) => number) => Math.max(0, ...rounds.map(of))
  const kinds = [...new Set(rounds.flatMap(({ statuses }) => Object.keys(statuses)))].sort()
  const answers = kinds.map((kind) => `${sum(({ statuses }) => statuses[kind] ?? 0)} × ${kind}`)
  const succeeded = new Set(rounds.flatMap((round) => round.succeeded))
  const cells = [name, sum(({ requests }) => requests), answers.join(', ')]
  cells.push(`${succeeded.size} of ${most(({ operations }) => operations)}`)
  cells.push(`${most(({ longestTurn }) => longestTurn).toFixed(0)} ms`)
  cells.push(sum(({ findings }) => findings))
  return `| ${cells.join(' | ')} |`
}

console.log(`
| engine | requests | answers | operations that succeeded | longest turn, busy | findings |
| --- | --- | --- | --- | --- | --- |`)
for (const [{ name }, rounds] of totals) console.log(row(name, rounds))
const findings = [...totals.values()].flat().some((round) => round.findings > 0)
process.exitCode = findings ? 1 : 0
