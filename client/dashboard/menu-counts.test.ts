import { expect, test } from 'vitest'
import { newsText } from './menu-counts.tsx'

const none = { messages: 0, reviews: 0, waiting: 0 }

test('only counts that have increased are announced, in words', () => {
  expect(newsText('en', none, none)).toBe('')
  expect(newsText('en', { ...none, messages: 3 }, { ...none, messages: 2 })).toBe('')
  const now = { messages: 1, reviews: 2, waiting: 4 }
  expect(newsText('en', { ...none, waiting: 4 }, now)).toBe(
    '1 unread message, 2 reviews to approve',
  )
  expect(newsText('es', none, { ...none, waiting: 1 })).toBe('1 solicitud en espera')
})
