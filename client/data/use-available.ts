import type { Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { followStream } from './live-stream.ts'
import { read, useRead } from './use-read.ts'
import { useReloadOn } from './use-reload-on.ts'

/** Everybody who looks at a day hears of a change at once; they ask within this time, not together. */
const spreadMs = 300

/** Every treatment with what is free of it on a day; follows what others book and cancel. */
export function useAvailable(day: Day) {
  const available = useRead(read(endpoints.listAvailable, { query: { date: day } }))
  return useReloadOn(available, (hear) => watchDay(day, hear), day)
}

function watchDay(day: Day, hear: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = followStream(`${endpoints.watchAvailable.path}?date=${day}`, {
    onChange() {
      timer ??= setTimeout(() => {
        timer = undefined
        hear()
      }, Math.random() * spreadMs)
    },
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
