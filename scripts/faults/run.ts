import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { openCopy } from './copy.ts'
import type { Fault, Tests } from './fault.ts'
import { faults } from './faults.ts'
import { build, createTestFinder, runStages, stagesOf } from './run-tests.ts'

/**
 * Makes deliberate faults in a copy of the last commit, one after the other, and reports which test catches
 * each. `npm run test:faults -- payments "sign in"` runs those with one of these parts in their names, `--list`
 * only checks whether each can be made. `--json FILE` appends the results, and skips those already in the file.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, list: { type: 'boolean', default: false } },
})

/** `isBroken`: nothing runs with the fault, so it is not what a careless change would be. */
type Result = {
  fault: string
  file: string
  caughtBy: string | null
  why: string
  seconds: number
  isBroken?: true
}
type Copy = ReturnType<typeof openCopy>

const results = readResults(values.json)
const chosen = faults.filter(
  ({ name }) =>
    (positionals.length === 0 || positionals.some((part) => name.includes(part))) &&
    !results.some(({ fault }) => fault === name),
)
const copy = openCopy()
const findMissing = createTestFinder(copy.root)
const wrong = chosen.flatMap((fault) => whyNot(copy, fault))
for (const line of wrong) console.error(line)
if (chosen.length === 0) console.error('No fault is left that has such a name')
if (wrong.length > 0 || chosen.length === 0) process.exit(1)
console.log(`${chosen.length} faults, each at its place`)
if (!values.list) await tryAll()

async function tryAll(): Promise<void> {
  const known = await runWithout(copy)
  for (const fault of chosen) {
    const result = await tryOne(copy, fault, known)
    results.push(result)
    console.log(show(result))
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
  }
  const missed = results.filter(({ caughtBy, isBroken }) => caughtBy === null && !isBroken).length
  const broken = results.filter(({ isBroken }) => isBroken).length
  const caught = results.length - missed - broken
  console.log(`\n${caught} caught, ${missed} missed, ${broken} broken`)
  process.exitCode = missed + broken === 0 ? 0 : 1
}

function readResults(file: string | undefined): Result[] {
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** Why a fault cannot be made or tested. */
function whyNot({ root }: Copy, { name, file, find, replace, tests }: Fault): string[] {
  const path = join(root, file)
  if (!existsSync(path)) return [`${name}: there is no ${file}`]
  const text = readFileSync(path, 'utf8')
  const count = text.split(find).length - 1
  const made = text.replace(find, () => replace)
  const [syntax] = /\.tsx?$/.test(file) ? parseSync(file, made).errors : []
  return [
    ...(count === 1 ? [] : [`${name}: its text occurs ${count} times in ${file}`]),
    ...(syntax ? [`${name}: ${file} does not compile: ${syntax.message}`] : []),
    ...(find === replace ? [`${name}: changes nothing`] : []),
    ...findMissing(tests).map((missing) => `${name}: ${missing}`),
    ...(stagesOf(tests, { bail: false }).length === 0 ? [`${name}: no tests`] : []),
  ]
}

/** Runs all named tests once without a fault; a test that fails then cannot catch anything. */
async function runWithout({ root, keepPages }: Copy): Promise<Set<string>> {
  mkdirSync(join(root, 'dist/reports'), { recursive: true })
  const all = chosen.map(({ tests }) => tests)
  if (all.some(servesPages) && (await runStages([build], { root, known: new Set() })).length > 0) {
    throw new Error('The pages cannot be built without a fault')
  }
  keepPages()
  const known = new Set<string>()
  for (const stage of all.length > 0 ? stagesOf(joined(all), { bail: false }) : []) {
    for (const { test, why } of await runStages([stage], { root, known: new Set() })) {
      known.add(test)
      console.log(`Fails without a fault: ${test}: ${why}`)
    }
  }
  return known
}

/** Tests on an engine may serve the built pages. */
function servesPages({ sqlite, postgres, browser }: Tests): boolean {
  return [sqlite, postgres, browser].some((files) => files !== undefined)
}

/** The tests of all faults, each once. */
function joined(all: readonly Tests[]): Tests {
  const of = (key: 'unit' | 'sqlite' | 'postgres' | 'browser') => [
    ...new Set(all.flatMap((tests) => tests[key] ?? [])),
  ]
  const titles = all.filter(({ browser }) => browser).map(({ title }) => title)
  const parts = titles.flatMap((title) => title ?? [])
  return {
    ...(all.some(({ types }) => types) && { types: true }),
    ...(all.some(({ structure }) => structure) && { structure: true }),
    ...{ unit: of('unit'), sqlite: of('sqlite'), postgres: of('postgres'), browser: of('browser') },
    ...(parts.length === titles.length && { title: parts.join('|') }),
  }
}

async function tryOne(copy: Copy, fault: Fault, known: ReadonlySet<string>): Promise<Result> {
  const { name, file, tests } = fault
  const { root } = copy
  const started = performance.now()
  const undo = copy.make(fault)
  const isBuilt = /^(client|contract)\//.test(file) && (tests.pages || tests.browser !== undefined)
  const bail = ![...known].some((test) => isOf(test, tests))
  const stages = [...(isBuilt ? [build] : []), ...stagesOf(tests, { bail })]
  try {
    const [first] = await runStages(stages, { root, known })
    const seconds = Math.round((performance.now() - started) / 1000)
    const about = { fault: name, file, why: first?.why ?? '', seconds }
    if (first?.isBroken) return { ...about, caughtBy: null, isBroken: true }
    return { ...about, caughtBy: first?.test ?? null }
  } finally {
    undo()
    if (isBuilt) copy.restorePages()
  }
}

/** Whether a test, by its file and name, is among these tests, whose first failure says nothing then. */
function isOf(test: string, { unit = [], sqlite = [], postgres = [], browser = [] }: Tests) {
  return [...unit, ...sqlite, ...postgres, ...browser].some((file) => test.startsWith(file))
}

function show({ fault, caughtBy, seconds, isBroken, why }: Result): string {
  const outcome = isBroken ? `**broken**: ${why}` : (caughtBy ?? '**missed**')
  return `| ${fault} | ${outcome} | ${seconds} s |`
}
