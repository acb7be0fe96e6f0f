import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A key that works while no text is typed, and its description in the reader's language. */
type Shortcut = { key: string; label: string }

type Registered = Shortcut & { run: () => void }

/** The key in local storage; any other value, or none, means on. */
const storedAs = 'shortcuts'
const off = 'off'

let registered: readonly Registered[] = []
const subscribers = new Set<() => void>()

function subscribe(onChange: () => void) {
  subscribers.add(onChange)
  return () => void subscribers.delete(onChange)
}

function publish() {
  for (const notify of subscribers) notify()
}

function register(next: readonly Registered[]) {
  if (registered.length === 0) document.addEventListener('keydown', onKeyDown)
  registered = next
  if (registered.length === 0) document.removeEventListener('keydown', onKeyDown)
  publish()
}

function areOn(): boolean {
  try {
    return localStorage.getItem(storedAs) !== off
  } catch {
    return true
  }
}

function setOn(on: boolean) {
  try {
    if (on) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, off)
  } catch {
    // Without storage they stay on.
  }
  publish()
}

/** Elements that take letters themselves: fields, and dialogs, which cover the page. */
const takesKeys = 'input, textarea, select, [contenteditable], [role=listbox], [role*=dialog]'

type Press = Pick<
  KeyboardEvent,
  'key' | 'defaultPrevented' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'
>

/** The shortcut of a key press. */
export function shortcutFor<S extends Shortcut>(
  event: Press,
  shortcuts: readonly S[],
): S | undefined {
  const { key, isComposing, ctrlKey, metaKey, altKey, repeat } = event
  if (event.defaultPrevented || isComposing || ctrlKey || metaKey || altKey || repeat) return
  return shortcuts.find((one) => one.key === key.toLowerCase())
}

function onKeyDown(event: KeyboardEvent) {
  const { target } = event
  if (target instanceof Element && target.closest(takesKeys)) return
  if (!areOn() || document.querySelector('[role=dialog], [role=alertdialog]')) return
  const found = shortcutFor(event, registered)
  if (!found) return
  event.preventDefault()
  found.run()
}

/** Runs `run` on a press of the key while the component is mounted; `undefined` disables it. */
export function useShortcut(key: string, label: string, run: (() => void) | undefined) {
  const runNow = useEffectEvent(() => run?.())
  const isUsable = run !== undefined
  useEffect(() => {
    if (!isUsable) return
    const own = { key, label, run: runNow }
    register([...registered, own])
    return () => register(registered.filter((one) => one !== own))
  }, [key, label, isUsable])
}

/** The current page's shortcuts, and whether they are on, which the browser stores. */
export function useShortcuts() {
  const shortcuts = useSyncExternalStore(
    subscribe,
    () => registered,
    () => registered,
  )
  const isOn = useSyncExternalStore(subscribe, areOn, () => true)
  return { shortcuts: shortcuts satisfies readonly Shortcut[], isOn, setOn }
}
