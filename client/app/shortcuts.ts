import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A key that does something wherever nobody types, and what it does, in the reader's language. */
export type Shortcut = { key: string; label: string }

type Registered = Shortcut & { run: () => void }

/** In local storage; anything else, and nothing, is on. */
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
    // Without a storage they stay on.
  }
  publish()
}

/** What takes letters itself: fields, and dialogs, which lie over the page that the keys are for. */
const takesKeys = 'input, textarea, select, [contenteditable], [role=listbox], [role*=dialog]'

type Press = Pick<
  KeyboardEvent,
  'key' | 'defaultPrevented' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'
>

/** The shortcut that a key press asks for. */
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

/** While the component is shown, a press of the key runs it; `undefined` where it can do nothing now. */
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

/** Those of the page as it is now, and whether they are on, which is kept in the browser. */
export function useShortcuts() {
  const shortcuts = useSyncExternalStore(
    subscribe,
    () => registered,
    () => registered,
  )
  const isOn = useSyncExternalStore(subscribe, areOn, () => true)
  return { shortcuts: shortcuts satisfies readonly Shortcut[], isOn, setOn }
}
