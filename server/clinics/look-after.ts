import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Instant } from '../clock.ts'
import { startWorker } from '../worker.ts'
import type { Clinic } from './clinic.ts'
import type { Clinics } from './follow-register.ts'
import type { OpenClinic, Shared } from './open-clinic.ts'
import { markChanging, noteBackup, readDueRevision, setDue, takeDue } from './register.ts'

/** Milliseconds between two checks for due work. */
const restMs = 5_000
/** Milliseconds after which another process takes over a clinic if this one has died. */
const leaseMs = 5 * 60_000
/** Clinics whose due work runs at the same time. */
const mostAtOnce = 8
/** Clinics that are backed up at the same time, each in a process of its own. */
const mostBackupsAtOnce = 4

/** What due work needs of an open clinic. */
type Cared = Pick<OpenClinic, 'look' | 'sendMail' | 'backUp'>
type Held = { use(clinic: Clinic): Promise<{ open: Cared; release: () => void }> }

export type Caretaker = ReturnType<typeof lookAfterClinics>

/**
 * Runs the due work of all clinics: those that changed in this process, and those whose time has come in the
 * register, found by one statement. Any number of processes may run it.
 */
export function lookAfterClinics(
  { register, clock, log }: Pick<Shared, 'register' | 'clock' | 'log'>,
  { clinics, held }: { clinics: Pick<Clinics, 'ofId'>; held: Held },
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const looking = new Map<string, Promise<void>>()
  const mailing = new Map<string, Promise<void>>()
  const woken = new Set<string>()
  const after = (ms: number): Instant => new Date(clock().getTime() + ms).toISOString()
  const leaseEnd = () => after(leaseMs)
  const processId = randomUUID()
  const changes = noteChanges({ register, log, processId, after })
  const backups = createBackups({ register, clinics, withClinic, signal })

  async function withClinic(clinic: Clinic, act: (open: Cared) => Promise<unknown>): Promise<void> {
    try {
      const { open, release } = await held.use(clinic)
      await act(open).finally(release)
    } catch (err) {
      log.error({ err, clinic: clinic.name }, 'a clinic was not looked after')
    }
  }

  async function look(clinic: Clinic): Promise<void> {
    const { id } = clinic
    changes.forget(id)
    await withClinic(clinic, async (open) => {
      const lookedAt = clock().toISOString()
      const dueRevision = await readDueRevision(register, id)
      const { dueAt } = await open.look(signal)
      backups.start(id)
      if (changes.isInHand(id)) return
      // Another process does what this one has left.
      const nextAt = signal.aborted ? after(0) : dueAt
      await setDue(register, { id, dueRevision, dueAt: nextAt }, { process: processId, lookedAt })
    })
  }

  function startLook(id: string): void {
    const clinic = clinics.ofId(id)
    if (!clinic) changes.forget(id)
    if (!clinic || looking.has(id)) return
    const done = look(clinic).finally(() => looking.delete(id))
    looking.set(id, done)
  }

  const worker = startWorker(restMs, async () => {
    for (const id of changes.ids()) if (looking.size < mostAtOnce) startLook(id)
    const limit = mostAtOnce - looking.size
    if (limit === 0) return false
    const now = clock().toISOString()
    const due = await takeDue(register, { now, until: leaseEnd(), limit }).catch((err: unknown) => {
      log.warn({ err }, 'what is due was not read')
      return []
    })
    for (const id of due) startLook(id)
    if (due.length < limit) return false
    // There are more, and room for them once one of these is done; this process may know none of them yet.
    if (looking.size > 0) await Promise.race(looking.values())
    return true
  })

  async function mail(id: string): Promise<void> {
    while (woken.delete(id) && !signal.aborted) {
      // Each time as it is now: opened as it was, it would answer requests with its former settings.
      const clinic = clinics.ofId(id)
      if (clinic) await withClinic(clinic, (open) => open.sendMail(signal))
    }
    // At once: `wake` begins again from here on.
    mailing.delete(id)
  }

  return {
    begin: changes.begin,
    /** Mail is queued. If too many clinics send just now, the next check does it. */
    wake(id: string): void {
      woken.add(id)
      if (signal.aborted || !clinics.ofId(id)) return
      if (mailing.has(id) || mailing.size >= mostAtOnce) return
      mailing.set(id, mail(id))
    },
    async stop(): Promise<void> {
      stopping.abort()
      await worker.stop()
      const unfinished = backups.ids()
      await Promise.all([...looking.values(), ...mailing.values()])
      await backups.ended()
      // Another process takes what is left at once.
      const ids = [...changes.ids(), ...unfinished]
      const left = markChanging(register, ids, { until: after(0), process: processId })
      await left.catch((err: unknown) => log.warn({ err }, 'clinics were left to their lease'))
    },
  }
}

/**
 * Backs clinics up after their checks, some at a time. A backup takes minutes, for which no reminder waits: neither its
 * own clinic's nor those of others.
 */
function createBackups({
  register,
  clinics,
  withClinic,
  signal,
}: Pick<Shared, 'register'> & {
  clinics: Pick<Clinics, 'ofId'>
  withClinic: (clinic: Clinic, act: (open: Cared) => Promise<unknown>) => Promise<void>
  signal: AbortSignal
}) {
  const inTurn = pLimit(mostBackupsAtOnce)
  const waiting = new Set<string>()
  const running = new Map<string, Promise<void>>()

  async function backUp(id: string): Promise<void> {
    while (waiting.delete(id) && !signal.aborted) {
      const clinic = clinics.ofId(id)
      if (!clinic) break
      await withClinic(clinic, async (open) => {
        const { backedUpAt } = await open.backUp(signal)
        if (backedUpAt !== clinic.backedUpAt) await noteBackup(register, id, backedUpAt)
      })
    }
    // At once: `start` begins again from here on.
    running.delete(id)
  }

  return {
    start(id: string): void {
      waiting.add(id)
      if (running.has(id)) return
      running.set(
        id,
        inTurn(() => backUp(id)),
      )
    },
    ids: () => [...running.keys()],
    ended: () => Promise.all(running.values()),
  }
}

/** Which clinics have changed since their last check. */
function noteChanges({
  register,
  log,
  processId,
  after,
}: Pick<Shared, 'register' | 'log'> & { processId: string; after: (ms: number) => Instant }) {
  /** The pending mark in the register for each clinic. */
  const changing = new Map<string, { until: Instant; marked: Promise<void> }>()
  /** How many changes of each clinic are in progress. */
  const inHand = new Map<string, number>()

  function mark(id: string): Promise<void> {
    const known = changing.get(id)
    // Where the check does not come, the mark must still outlast the change.
    if (known && known.until > after(leaseMs / 2)) return known.marked
    const until = after(leaseMs)
    const marked = markChanging(register, [id], { until, process: processId }).catch(
      (error: unknown) => {
        changing.delete(id)
        throw error
      },
    )
    changing.set(id, { until, marked })
    return marked
  }

  /**
   * Await this before a change, so that its due work runs even if this process dies; call the returned function
   * after the change.
   */
  async function begin(id: string): Promise<() => void> {
    await mark(id)
    inHand.set(id, (inHand.get(id) ?? 0) + 1)
    return () => {
      const left = (inHand.get(id) ?? 1) - 1
      if (left > 0) inHand.set(id, left)
      else inHand.delete(id)
      // A check that ran during the change may not have seen it.
      mark(id).catch((err: unknown) => log.warn({ err }, 'a change of a clinic was not marked'))
    }
  }

  return {
    begin,
    ids: () => [...changing.keys()],
    forget: (id: string) => void changing.delete(id),
    /** Whether a change is in progress, or was marked after the last check began. */
    isInHand: (id: string) => inHand.has(id) || changing.has(id),
  }
}
