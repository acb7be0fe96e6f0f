#!/usr/bin/env node
// Plain JavaScript that old Nodes can read: `npx molar` runs it with the machine's Node, and Molar itself runs
// on Node 24, which `npm ci` installs.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./molar.ts', import.meta.url))
const [major] = process.versions.node.split('.')

if (Number(major) >= 24) {
  process.argv[1] = program
  await import(program)
} else {
  const own = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))
  const child = spawn(own, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    console.error(
      `Molar runs on Node 24, which \`npm ci\` brings along, but this is Node ${process.versions.node}: ` +
        'npm did not run install scripts. Run `npm ci --ignore-scripts=false`, or use Node 24 yourself.',
    )
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
