import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: Failed[]
}

/**
 * A failed test by its file and name, with the first lines of the reason. A broken one has no result: a file
 * that does not load, or a runner that finds no test or crashes.
 */
export type Failed = { test: string; why: string; isBroken?: true }

/** One runner of the test command. Without a report it counts as one test, passed or failed. */
export type Stage = {
  name: string
  command: string[]
  /** Added to the current environment. */
  env?: Record<string, string>
  report?: { file: string; read(report: never, root: string): Counts }
  /** Milliseconds after which it is killed and counts as failed. */
  timeout?: number
}

type How = {
  /** Output live, in one piece at the end, or not at all. */
  output?: 'live' | 'grouped' | 'none'
  /** The folder it runs in: this repository or a copy of it. */
  root?: string
}

const here = join(import.meta.dirname, '..')
const PATH = [join(here, 'node_modules/.bin'), process.env.PATH].join(delimiter)
const running = new Set<ChildProcess>()

function stop() {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
}
process.once('SIGTERM', stop).once('SIGINT', stop)

/** Runs a stage to its end. */
export async function runStage(
  stage: Stage,
  { output = 'live', root = here }: How = {},
): Promise<Counts> {
  const started = performance.now()
  const title = `— ${stage.name}: ${stage.command.join(' ')}`
  if (output === 'live') console.log(`\n${title}`)
  // A report of an earlier run must not be read.
  if (stage.report) rmSync(join(root, stage.report.file), { force: true })
  const { code, said, isOverdue } = await execute(stage, output === 'live', root)
  if (isOverdue) return asOneTest(stage.name, 1, { why: 'timed out' })
  const counts = stage.report ? readReport(stage, code, root) : asOneTest(stage.name, code)
  if (output === 'none') return counts
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (output === 'grouped') console.log(`\n${title}\n${said.trimEnd()}`)
  console.log(`— ${stage.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  return counts
}

async function execute({ command, env, timeout }: Stage, isLive: boolean, cwd: string) {
  const [program = '', ...options] = command
  const out = isLive ? 'inherit' : 'pipe'
  // Runners and their workers find modules compiled, also by the portals that tests start.
  const NODE_COMPILE_CACHE = join(cwd, 'dist/compile-cache')
  const child = spawn(program, options, {
    cwd,
    env: { NODE_COMPILE_CACHE, ...process.env, ...env, PATH },
    stdio: ['ignore', out, out],
    ...(timeout !== undefined && { timeout }),
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  let isOverdue = false
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      if (isLive) console.error(error.message)
      resolve(127)
    })
    child.once('close', (status) => {
      isOverdue = timeout !== undefined && child.killed
      resolve(status ?? 1)
    })
  })
  running.delete(child)
  return { code, said, isOverdue }
}

function asOneTest(
  test: string,
  code: number,
  failed: Omit<Failed, 'test'> = { why: 'see above' },
): Counts {
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [{ test, ...failed }] }
}

/** The results of a runner. One that crashed, or found no test, counts as one more failure. */
function readReport({ name, report }: Stage, code: number, root: string): Counts {
  if (!report) return asOneTest(name, code)
  const { file, read } = report
  try {
    const counts = read(JSON.parse(readFileSync(join(root, file), 'utf8')) as never, root)
    const unexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0
    if (!unexplained) return counts
    const why = `ended with status ${code}`
    const failures: Failed[] = [...counts.failures, { test: name, why, isBroken: true }]
    return { ...counts, failed: counts.failed + 1, failures }
  } catch (error) {
    return asOneTest(name, 1, { why: `${file} cannot be read: ${error}`, isBroken: true })
  }
}
