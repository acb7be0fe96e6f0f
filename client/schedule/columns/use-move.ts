import {
  type KeyboardEvent,
  type PointerEvent as Press,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { snap, step, type TeamColumn } from './team-columns.ts'

/** Milliseconds that a finger rests on an appointment before it is lifted, and pixels that are no rest. */
const holdMs = 400
const slack = 6
/** Pixels: so near to an edge the calendar scrolls, and so far in each frame. */
const edge = 40
const scrollBy = 8

/** An appointment on its way to another time or column. */
export type Moving = {
  appointment: StaffAppointment
  /** Of the column that it comes from, and of the one that it is over. */
  home: string
  key: string
  span: Span
  by: 'pointer' | 'keys'
}

type MoveOptions = {
  columns: readonly TeamColumn[]
  /** What the columns are drawn from and to. */
  range: Span
  slotsOf: (treatmentId: string) => readonly Span[]
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>
  /** Dropped somewhere else, or asked for by Enter. */
  onDrop: (moving: Moving) => void
  /** By Escape, or back where it came from. */
  onLeave: (moving: Moving) => void
}

export type Move = ReturnType<typeof useMove>

/** Moves one appointment at a time: by a pointer, by a finger that has rested on it, or by keys. */
export function useMove(options: MoveOptions) {
  const [moving, setMoving] = useState<Moving | null>(null)
  const isDragging = useRef(false)
  /** What shows it loses the focus as it goes, which is no second end. */
  const isOver = useRef(true)
  useFingerKept(options.box, isDragging)

  function show(next: Moving) {
    isOver.current = false
    setMoving(next)
  }

  function end(last: Moving, isDropped: boolean) {
    if (isOver.current) return
    isOver.current = true
    setMoving(null)
    if (isDropped && !isBack(last)) options.onDrop(last)
    else options.onLeave(last)
  }

  return {
    moving,
    /** For the link of an appointment. */
    grab: (event: Press<HTMLElement>, appointment: StaffAppointment, home: string) =>
      followPointer(event, { ...options, appointment, home, isDragging, show, end }),
    startByKeys(appointment: StaffAppointment, home: string) {
      const { startMinute, endMinute } = appointment
      show({ appointment, home, key: home, span: { startMinute, endMinute }, by: 'keys' })
    },
    /** For the element that previews the new time; it has the focus during the preview. */
    onKeyDown(event: KeyboardEvent) {
      if (!moving || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' || event.key === 'Enter') end(moving, event.key === 'Enter')
      else {
        const next = pressed(moving, event, options)
        if (!next) return
        show(next)
      }
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur() {
      if (moving?.by === 'keys') end(moving, false)
    },
  }
}

function isBack({ appointment, home, key, span }: Moving): boolean {
  return key === home && span.startMinute === appointment.startMinute
}

/** Where an arrow leads; `undefined` for another key. */
function pressed(
  moving: Moving,
  { key, shiftKey: fine }: KeyboardEvent,
  { columns, range, slotsOf }: MoveOptions,
): Moving | undefined {
  const { appointment: own, span } = moving
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const open = columns.filter(({ place }) => place !== null)
    const at = open.findIndex((column) => column.key === moving.key)
    const next = open[Math.max(0, at + (key === 'ArrowRight' ? 1 : -1))]
    return next ? { ...moving, key: next.key } : moving
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const slots = slotsOf(own.treatmentId)
  const next = step(span, key === 'ArrowDown' ? 1 : -1, { own, slots, fine })
  const isShown = next.startMinute >= range.startMinute && next.endMinute <= range.endMinute
  return isShown ? { ...moving, span: next } : moving
}

type Drag = MoveOptions & {
  appointment: StaffAppointment
  home: string
  isDragging: RefObject<boolean>
  show: (moving: Moving) => void
  end: (moving: Moving, isDropped: boolean) => void
}

/** Follows a pointer from its press on; until it has gone some way, or rested, it is a press on a link. */
function followPointer(press: Press<HTMLElement>, drag: Drag) {
  const { appointment, home, range, columns, isDragging, box } = drag
  if (press.button !== 0 || isDragging.current) return
  const { pointerId, clientX: x, clientY: y } = press
  const isFinger = press.pointerType !== 'mouse'
  const pressedAt = placeAt(x, y, range)?.minute ?? appointment.startMinute
  const grabbed = pressedAt - appointment.startMinute
  const { startMinute, endMinute } = appointment
  let last: Moving = {
    ...{ appointment, home, key: home, by: 'pointer' },
    span: { startMinute, endMinute },
  }
  const listening = new AbortController()
  const { signal } = listening
  let at = { x, y }
  const place = () => {
    const over = placeAt(at.x, at.y, range)
    const column = columns.find(({ key, place }) => key === over?.key && place !== null)
    if (!over || !column) return
    const slots = drag.slotsOf(appointment.treatmentId)
    last = { ...last, key: column.key, span: snap(over.minute - grabbed, appointment, slots) }
    drag.show(last)
  }
  const scroll = () => {
    if (signal.aborted) return
    if (scrollNearEdge(box.current, at)) place()
    requestAnimationFrame(scroll)
  }
  const lift = () => {
    isDragging.current = true
    drag.show(last)
    requestAnimationFrame(scroll)
  }
  const timer = isFinger ? setTimeout(lift, holdMs) : undefined
  const stop = (isDropped: boolean) => {
    clearTimeout(timer)
    listening.abort()
    if (!isDragging.current) return
    isDragging.current = false
    ignoreNextClick()
    drag.end(last, isDropped)
  }
  const go = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (!isDragging.current) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < slack) return
      if (isFinger) return stop(false)
      lift()
    }
    at = { x: event.clientX, y: event.clientY }
    place()
  }
  document.addEventListener('pointermove', go, { signal })
  document.addEventListener('pointerup', () => stop(true), { signal })
  document.addEventListener('pointercancel', () => stop(false), { signal })
  document.addEventListener('contextmenu', (event) => isFinger && event.preventDefault(), {
    signal,
  })
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape') stop(false)
  }
  document.addEventListener('keydown', onKey, { signal })
}

/** Which column lies under a point, and which minute of the day. */
export function placeAt(x: number, y: number, { startMinute, endMinute }: Span) {
  const under = document.elementsFromPoint(x, y)
  const body = under.find((one): one is HTMLElement => one.matches('[data-column]'))
  if (!(body instanceof HTMLElement)) return undefined
  const { top, height } = body.getBoundingClientRect()
  const minute = startMinute + ((y - top) / height) * (endMinute - startMinute)
  return { key: body.dataset.column ?? '', minute }
}

/** What is let go over a link is no press on it. */
function ignoreNextClick() {
  const ignore = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', ignore, { capture: true, once: true })
  // Where it is let go beside everything there is no click at all.
  setTimeout(() => document.removeEventListener('click', ignore, { capture: true }), 0)
}

/** Also where the pointer rests; answers whether it scrolled. At the window's own edge the page follows the box. */
function scrollNearEdge(box: HTMLElement | null, { x, y }: { x: number; y: number }): boolean {
  const bounds = box?.getBoundingClientRect()
  if (!box || !bounds) return false
  const down = toward(y, Math.max(bounds.top, 0), Math.min(bounds.bottom, window.innerHeight))
  const before = [box.scrollLeft, box.scrollTop, window.scrollY]
  box.scrollLeft += toward(x, bounds.left, bounds.right)
  box.scrollTop += down
  const isOutside = down < 0 ? bounds.top < 0 : bounds.bottom > window.innerHeight
  if (box.scrollTop === before[1] && isOutside) window.scrollBy(0, down)
  const after = [box.scrollLeft, box.scrollTop, window.scrollY]
  return after.some((place, n) => place !== before[n])
}

/** How far to scroll for a point between two edges. */
function toward(point: number, from: number, to: number): number {
  if (point < from + edge) return -scrollBy
  return point > to - edge ? scrollBy : 0
}

/** A finger that has lifted an appointment does not scroll the page with it. */
function useFingerKept(box: RefObject<HTMLElement | null>, isDragging: RefObject<boolean>) {
  useEffect(() => {
    const { current } = box
    if (!current) return
    const keep = (event: TouchEvent) => {
      if (isDragging.current && event.cancelable) event.preventDefault()
    }
    current.addEventListener('touchmove', keep, { passive: false })
    return () => current.removeEventListener('touchmove', keep)
  }, [box, isDragging])
}
