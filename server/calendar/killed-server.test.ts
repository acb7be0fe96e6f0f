import { test } from 'vitest'
import { bookBeforeTheStart, expectOneMailEach } from '../testing/killing.ts'

test('each booking is confirmed once although a process is killed and others take over', async () => {
  await expectOneMailEach('appointment-confirmed', await bookBeforeTheStart())
})
