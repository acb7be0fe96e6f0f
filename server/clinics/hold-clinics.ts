import type { Clinic } from './clinic.ts'
import { type Memory, type OpenClinic, openClinic, type Shared } from './open-clinic.ts'

type Held = {
  clinic: Clinic
  opening: Promise<OpenClinic>
  /** Requests and checks in progress. */
  users: number
  /** The last user to leave closes it. */
  isLeft: boolean
}

export type HeldClinics = ReturnType<typeof holdClinics>

/** Releases an open clinic, once. */
export type Used = { open: OpenClinic; release: () => void }

/**
 * Opens clinics on demand, and closes the one without a request for longest when more than `most` are open. A
 * clinic with a request or a stream in progress stays open.
 */
export function holdClinics(shared: Shared, most: number) {
  /** In order of last use, the oldest first. */
  const held = new Map<string, Held>()
  const memories = new Map<string, Memory>()
  const closing = new Set<Promise<void>>()

  function memoryOf(id: string): Memory {
    const memory = memories.get(id) ?? {
      ...{ isSwept: false, tidiedAt: 0, warned: { at: 0 } },
      backedUpAt: null,
    }
    memories.set(id, memory)
    return memory
  }

  function hold(clinic: Clinic): Held {
    const known = held.get(clinic.id)
    const one = known ?? {
      ...{ clinic, users: 0, isLeft: false },
      opening: openClinic(shared, clinic, memoryOf(clinic.id)),
    }
    held.delete(clinic.id)
    held.set(clinic.id, one)
    return one
  }

  /** Rejects where the clinic cannot be opened; the next call tries again. */
  async function use(clinic: Clinic): Promise<Used> {
    const one = hold(clinic)
    one.users += 1
    closeIdle()
    try {
      const open = await one.opening
      let isReleased = false
      const release = () => {
        if (!isReleased) leave(one)
        isReleased = true
      }
      return { open, release }
    } catch (error) {
      if (held.get(clinic.id) === one) held.delete(clinic.id)
      throw error
    }
  }

  function leave(one: Held): void {
    one.users -= 1
    if (one.users === 0 && one.isLeft) close(one)
    else closeIdle()
  }

  function closeIdle(): void {
    for (const [id, one] of held) {
      if (held.size <= most) return
      if (one.users > 0) continue
      held.delete(id)
      close(one)
    }
  }

  function close({ clinic, opening }: Held): void {
    const closed = opening
      .then((open) => open.close())
      .catch((err: unknown) => shared.log.error({ err, clinic: clinic.name }, 'clinic not closed'))
      .finally(() => closing.delete(closed))
    closing.add(closed)
  }

  /** Closes a clinic that was removed or changed, once its requests in progress have ended. */
  function drop(id: string): void {
    const one = held.get(id)
    if (!one) return
    held.delete(id)
    one.isLeft = true
    one.opening.then((open) => open.hangUp()).catch(() => {})
    if (one.users === 0) close(one)
  }

  return {
    use,
    drop,
    count: () => held.size,
    /** Ends all open streams, which would keep a server from stopping. */
    async hangUp(): Promise<void> {
      for (const { opening } of held.values()) (await opening.catch(() => null))?.hangUp()
    },
    async close(): Promise<void> {
      for (const id of held.keys()) drop(id)
      await Promise.all(closing)
    },
  }
}
