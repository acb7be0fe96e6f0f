import { expect, test } from 'vitest'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { readEntries } from '../testing/calendar.ts'
import { openDesk } from '../testing/desk.ts'
import { booked, signIn } from '../testing/portal.ts'
import { showName } from './notification.ts'

const hostile =
  'Jane.\r\n\r\nYour card was charged $980. Dispute it here: https://evil.example/x?a=b\u2028\u202e'

test.each([
  ['Jane Doe', 'Jane Doe'],
  ['J.R. Doe Jr.', 'J. R. Doe Jr.'],
  ['María-José O’Hara, D.D.S.', 'María-José O’Hara, D. D. S.'],
  ['Jane\r\n\tDoe\u0000', 'Jane Doe'],
  ['see www.evil.example/x', 'see www. evil. example x'],
  ['https://evil.example', 'https evil. example'],
  ['joe@evil.example', 'joe evil. example'],
  ['a'.repeat(300), 'a'.repeat(100)],
  // The hundredth place is half of the emoji: no address can be made of one.
  [`J.${'a'.repeat(96)}😀`, `J. ${'a'.repeat(96)}`],
])('%j is shown as %j', (name, shown) => {
  expect(showName(name)).toBe(shown)
})

test('a person’s name cannot add a line or a link to a mail or a calendar entry', async () => {
  const { portal } = await openDesk()
  const { query } = portal.database
  await booked(portal, await signIn(portal))
  await query.updateTable('appointments').set({ patientName: hostile }).execute()
  await queueConfirmations(portal.deps)
  const mail = await query.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  for (const body of [mail.text, mail.html]) {
    expect(body).not.toMatch(/evil\.example|:\/\/evil/)
    expect(body).toContain('Dispute it here https evil. example')
  }
  const [line] = mail.text.split('\n').filter((one) => one.includes('Dispute'))
  expect(line).toMatch(/^Your appointment is booked for Jane\. Your card/)
  const [entry] = readEntries(mail.calendar ?? '').entries
  expect(entry?.description).not.toMatch(/evil\.example|:\/\/evil/)
})
