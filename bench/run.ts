import { build, isBuildCurrent } from '../scripts/build.ts'
import { measureAvailable } from './available.ts'
import { measureBooking } from './booking.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measurePages } from './pages.ts'
import { measureStreams } from './streams.ts'

const measurements = {
  pages: measurePages,
  available: measureAvailable,
  booking: measureBooking,
  streams: measureStreams,
  lighthouse: measureLighthouse,
}

if (!(await isBuildCurrent())) await build()
const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const line of await measure()) console.log(`${name.padEnd(10)} ${line}`)
}
