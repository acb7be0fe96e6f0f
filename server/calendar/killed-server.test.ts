import { test } from 'vitest'
import { bookBeforeTheStart, expectOneMailEach } from '../testing/killing.ts'

test('processes killed at work and restarted confirm each booking once', async () => {
  await expectOneMailEach('appointment-confirmed', await bookBeforeTheStart())
})
