import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** What failed, by name and with the first line of why. */
  failures: string[]
}

/** One runner of the test command. Without a report it is one test, passed or failed. */
export type Stage = {
  name: string
  command: string[]
  report?: { file: string; read(report: never): Counts }
}

const root = join(import.meta.dirname, '..')
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
const running = new Set<ChildProcess>()

process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
})

/** Runs a stage to its end. Its output is shown as it comes, or in one piece when it is `quiet`. */
export async function runStage(stage: Stage, quiet = false): Promise<Counts> {
  const started = performance.now()
  const title = `— ${stage.name}: ${stage.command.join(' ')}`
  if (!quiet) console.log(`\n${title}`)
  const { code, said } = await execute(stage.command, quiet)
  const counts = stage.report ? readReport(stage, code) : asOneTest(stage.name, code)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (quiet) console.log(`\n${title}\n${said.trimEnd()}`)
  console.log(`— ${stage.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  return counts
}

async function execute([program = '', ...options]: string[], quiet: boolean) {
  const child = spawn(program, options, {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      if (!quiet) console.error(error.message)
      resolve(127)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  running.delete(child)
  return { code, said }
}

function asOneTest(name: string, code: number): Counts {
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [`${name}: see above`] }
}

/** What a runner counted. One that crashed, or found nothing to run, has failed once more. */
function readReport({ name, report }: Stage, code: number): Counts {
  if (!report) return asOneTest(name, code)
  const { file, read } = report
  try {
    const counts = read(JSON.parse(readFileSync(join(root, file), 'utf8')) as never)
    const unexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0
    if (!unexplained) return counts
    const failures = [...counts.failures, `${name}: ended with status ${code}`]
    return { ...counts, failed: counts.failed + 1, failures }
  } catch (error) {
    console.error(`${file} cannot be read: ${error}`)
    return asOneTest(name, 1)
  }
}
