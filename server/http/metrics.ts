import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { longestAgeMs } from '../backups/backup.ts'
import type { Clock } from '../clock.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * All metrics of `/metrics`, in Prometheus format. One registry per app, so that tests can have many.
 * `watchesProcess` adds memory, garbage collection and event loop lag, which are measured from the first call of
 * `text` until the process ends: sampling the event loop wakes an idle process a hundred times a second.
 */
export function createMetrics({ watchesProcess = false } = {}) {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'molar_http_request_seconds',
    help: 'Time to answer, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  const bookings = new Counter({
    name: 'molar_bookings_total',
    help: 'Attempts to book, by outcome: accepted or the code of the refusal.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'molar_mails_total',
    help: 'Mails and texts taken from the outbox, by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'molar_content_refused_total',
    help: "What browsers refused on our pages and reported, by directive of the pages' policy.",
    labelNames: ['directive'],
    registers: [registry],
  })
  const limits = new Counter({
    name: 'molar_limits_reached_total',
    help: 'What was refused or held by a limit of docs/limits.md, by its name.',
    labelNames: ['limit'],
    registers: [registry],
  })
  const timings = new Histogram({
    name: 'molar_page_seconds',
    help: 'Performance of page views as browsers report it, by web vital.',
    labelNames: ['vital'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 1.8, 2.5, 4, 8],
    registers: [registry],
  })
  const shifts = new Histogram({
    name: 'molar_page_layout_shift',
    help: 'Cumulative layout shift of page views, a score without a unit.',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5],
    registers: [registry],
  })
  const seriesOf = keepSeries(requests)
  const backups = watchBackups(registry)
  let watched: Promise<unknown> | undefined
  const watch = async () => {
    collectDefaultMetrics({ register: registry })
    // Sampled like the one behind the metrics and begun after it: what this has, that has as well.
    const lag = monitorEventLoopDelay({ resolution: sampleMs })
    lag.enable()
    while (lag.count === 0) await wait(sampleMs)
    lag.disable()
  }
  return {
    observeRequest: (method: string, route: string, status: number, seconds: number) =>
      seriesOf(method, route, status).observe(seconds),
    countBooking: (outcome: string) => bookings.inc({ outcome }),
    countMail: (outcome: 'sent' | 'retried' | 'failed' | 'outdated' | 'put_off' | 'too_many') =>
      mails.inc({ outcome }),
    countRefusedContent: (directive: string) => refusals.inc({ directive }),
    countLimit: (limit: string) => limits.inc({ limit }),
    /** `value` as web-vitals measures it: milliseconds, or the score of CLS. */
    observeVital: (vital: string, value: number) =>
      vital === 'CLS' ? shifts.observe(value) : timings.observe({ vital }, value / 1000),
    ...backups,
    contentType: registry.contentType,
    async text(): Promise<string> {
      if (watchesProcess) watched ??= watch()
      await watched
      return registry.metrics()
    },
  }
}

/** Between two samples of the event loop's lag, which has no average without one. */
const sampleMs = 10

/** Finding a series by its labels costs more than adding to it. */
function keepSeries(requests: Histogram<'method' | 'route' | 'status'>) {
  type Series = ReturnType<typeof requests.labels>
  const series = new Map<string, Map<number, Series>>()
  return (method: string, route: string, status: number): Series => {
    const name = method === 'GET' ? route : `${method} ${route}`
    const byStatus = series.get(name) ?? new Map<number, Series>()
    series.set(name, byStatus)
    const known = byStatus.get(status) ?? requests.labels({ method, route, status })
    byStatus.set(status, known)
    return known
  }
}

type GoodBackup = { startedAt: string; endedAt: string; bytes: number }

/** The age of the last good backup, of this process or another; infinite where there is none. */
function watchBackups(registry: Registry) {
  let age = () => Number.POSITIVE_INFINITY
  const registers = [registry]
  new Gauge({
    name: 'molar_backup_age_seconds',
    help: 'Since the last good backup was whole; +Inf without one. Of many clinics the one that was longest without.',
    registers,
    collect() {
      this.set(age())
    },
  })
  const bytes = new Gauge({
    name: 'molar_backup_bytes',
    help: 'Size of the last good backup.',
    registers,
  })
  const seconds = new Gauge({
    name: 'molar_backup_seconds',
    help: 'How long the last good backup took.',
    registers,
  })
  const failures = new Counter({
    name: 'molar_backup_failures_total',
    help: 'Backups of the schedule that failed, of this process.',
    registers,
  })
  return {
    /** For an installation with many clinics: `ages` are the seconds since the last good backup of each. */
    watchClinics(ages: () => number[]) {
      age = () => ages().reduce((oldest, one) => Math.max(oldest, one), 0)
      const watch = (name: string, help: string, count: () => number) =>
        new Gauge({
          ...{ name, help, registers },
          collect() {
            this.set(count())
          },
        })
      watch('molar_clinics', 'Clinics that are served.', () => ages().length)
      const isLate = (seconds: number) => seconds * 1000 > longestAgeMs
      watch(
        'molar_clinics_backup_late',
        'Clinics without a good backup in the last 36 hours.',
        () => ages().filter(isLate).length,
      )
    },
    countFailedBackup: () => failures.inc(),
    noteBackup(good: GoodBackup | null, clock: Clock) {
      if (!good) return
      const endedAt = Date.parse(good.endedAt)
      age = () => (clock().getTime() - endedAt) / 1000
      bytes.set(good.bytes)
      seconds.set((endedAt - Date.parse(good.startedAt)) / 1000)
    },
  }
}
