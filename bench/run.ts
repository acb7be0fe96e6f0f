import { build, isBuildCurrent } from '../scripts/build.ts'

/** A measurement is loaded when it is its turn: only Lighthouse needs `npm ci --prefix bench`. */
const measurements = {
  pages: async () => (await import('./pages.ts')).measurePages(),
  available: async () => (await import('./available.ts')).measureAvailable(),
  booking: async () => (await import('./booking.ts')).measureBooking(process.env.BESIDE),
  streams: async () => (await import('./streams.ts')).measureStreams(),
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse(),
}

if (!(await isBuildCurrent())) await build()
const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const line of await measure()) console.log(`${name.padEnd(10)} ${line}`)
}
