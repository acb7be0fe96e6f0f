import { test } from 'vitest'
import { bookBeforeTheStart, expectOneMailEach } from '../testing/killing.ts'

test('each booking is confirmed once although processes are killed and restarted', async () => {
  await expectOneMailEach('appointment-confirmed', await bookBeforeTheStart())
})
