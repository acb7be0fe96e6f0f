import { expect, test } from 'vitest'
import { shortcutFor } from './shortcuts.ts'

const shortcuts = [
  { key: 's', label: 'Schedule' },
  { key: '?', label: 'Keyboard shortcuts' },
]

const plain = {
  defaultPrevented: false,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
}

test('a key triggers its shortcut, also with caps lock', () => {
  for (const key of ['s', 'S']) {
    expect(shortcutFor({ ...plain, key }, shortcuts)).toBe(shortcuts[0])
  }
  expect(shortcutFor({ ...plain, key: '?' }, shortcuts)).toBe(shortcuts[1])
  expect(shortcutFor({ ...plain, key: 'x' }, shortcuts)).toBeUndefined()
})

test('modified, repeated, composing and already handled key presses trigger no shortcut', () => {
  const others = [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { repeat: true },
    { isComposing: true },
    { defaultPrevented: true },
  ]
  for (const other of others) {
    expect(shortcutFor({ ...plain, ...other, key: 's' }, shortcuts)).toBeUndefined()
  }
})
