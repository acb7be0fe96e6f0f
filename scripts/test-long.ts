import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readVitest } from './read-reports.ts'
import { runStage } from './run-stage.ts'

const root = join(import.meta.dirname, '..')
const report = 'dist/reports/long.json'
const page = 'docs/long-tests.md'

type Report = {
  testResults: {
    assertionResults: {
      fullName: string
      status: string
      duration?: number
      meta: { runs?: number; engine?: string }
    }[]
  }[]
}

/** Files whose properties the normal command tries only a few times. */
const files = globSync('server/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('runsOf('),
)

function describe(times: number, { testResults }: Report): string {
  const rows = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ meta }) => meta.runs !== undefined)
    .map(({ fullName, status, duration = 0, meta }) =>
      [fullName, meta.engine, meta.runs, (duration / 1000).toFixed(0), status].join(' | '),
    )
    .sort()
  const day = new Date().toISOString().slice(0, 10)
  return `# Long runs of the property tests

\`npm run test:long -- ${times}\` on ${day}, Node ${process.versions.node}, ${availableParallelism()} cores: each property
${times} times as often as \`npm test\` tries it. Every run draws new cases; a failure prints the seed that repeats it.

| property | engine | runs | seconds | result |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}
`
}

const times = Number(process.argv[2] ?? 20)
if (!Number.isInteger(times) || times < 1) {
  console.error('npm run test:long -- 20: how many times as often as usual')
  process.exit(1)
}
process.env.TIMES = String(times)
mkdirSync(join(root, 'dist/reports'), { recursive: true })
const projects = ['--project', 'sqlite', '--project', 'postgres']
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
const { failed } = await runStage({
  name: 'long',
  command: ['vitest', 'run', ...projects, ...reporters, ...files],
  report: { file: report, read: readVitest },
})
const fuzz = spawnSync(process.execPath, [join(root, 'scripts/fuzz/run.ts'), '20000'], {
  stdio: 'inherit',
})
const text = describe(times, JSON.parse(readFileSync(join(root, report), 'utf8')))
writeFileSync(join(root, page), text)
console.log(`\n${text}\nin ${page}`)
process.exitCode = failed === 0 && fuzz.status === 0 ? 0 : 1
