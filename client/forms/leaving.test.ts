import { afterEach, expect, it, vi } from 'vitest'
import { leave } from '../ui/leaving.ts'
import { closeForm, guard } from './leaving.ts'

vi.stubGlobal('location', new URL('https://clinic.example/dashboard/schedule?date=2026-06-08'))

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function write({ isPending = false, isInDialog = false }) {
  const ask = vi.fn<(go: () => void) => void>()
  ends.push(guard({ isPending, isInDialog, ask }))
  return ask
}

it('what would be lost is asked about, and nothing else', () => {
  const go = vi.fn()
  leave(go)
  expect(go).toHaveBeenCalledOnce()
  const ask = write({})
  leave(go)
  expect(go).toHaveBeenCalledOnce()
  expect(ask).toHaveBeenCalledWith(go)
})

it('a link or a key that leads to the page that is open loses nothing', () => {
  const go = vi.fn()
  const ask = write({})
  for (const here of ['/dashboard/schedule?date=2026-06-08', '?date=2026-06-08#main']) {
    leave(go, here)
  }
  expect(go).toHaveBeenCalledTimes(2)
  for (const other of ['/dashboard/schedule', '/dashboard/users?date=2026-06-08']) {
    leave(go, other)
  }
  expect(go).toHaveBeenCalledTimes(2)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('closing a dialog asks about the form in it, and not about the page behind it', () => {
  const go = vi.fn()
  const behind = write({})
  closeForm(go)
  expect(go).toHaveBeenCalledOnce()
  const inside = write({ isInDialog: true })
  closeForm(go)
  expect(inside).toHaveBeenCalledWith(go)
  write({ isInDialog: true, isPending: true })
  closeForm(go)
  expect(inside).toHaveBeenCalledOnce()
  expect(go).toHaveBeenCalledOnce()
  expect(behind).not.toHaveBeenCalled()
})
