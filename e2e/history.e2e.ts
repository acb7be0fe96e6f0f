import { expectAccessible, expectNoSidewaysScroll, onPhone } from './setup/accessible.ts'
import { bookFree } from './setup/booking.ts'
import { bookPast, carryBack } from './setup/past.ts'
import { bookUnpaid, payByCard } from './setup/paying.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

test('an empty history says so and links to a booking; past, missed and cancelled visits are distinguished, the newest first, and a paid one links to its receipt; on a phone the longest times fit in Spanish with a reader’s text spacing', async ({
  page,
  patient,
  portal,
}) => {
  await page.goto('/dashboard/history')
  const heading = page.getByRole('heading', { name: 'This is my History' })
  await expect(heading).toBeVisible()
  await expect(page.getByText('You have no past appointments yet')).toBeVisible()
  await page.getByRole('link', { name: 'Book an appointment' }).click()
  await expect(page).toHaveURL('/appointment')

  const cancelledAt = '2026-01-05T15:30:00.000Z'
  const book = (past: Parameters<typeof bookPast>[3]) =>
    bookPast(page.request, portal, patient, past)
  await book({})
  await book({ treatment: 'Cavity Protection', status: 'no_show' })
  await book({ treatment: 'Oral Surgery', cancelledAt })
  const booking = await bookUnpaid(page.request, patient)
  await payByCard(page.request, patient, booking)
  carryBack(portal, booking, '2026-01-05')
  const input = { days: 4, treatment: 'Teeth Cleaning', slot: '11:30 AM - 12:00 PM' }
  carryBack(portal, await bookFree(page.request, patient, input), '2026-01-04')
  await byHistory(page, '/dashboard/history')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(1)).toContainText('Teeth Cleaning')
  await expect(rows.nth(1)).toContainText('Completed')
  await expect(rows.nth(1)).toContainText('Not paid')
  await expect(rows.nth(2)).toContainText('Missed')
  // In the clinic's time, not the reader's.
  await expect(rows.nth(3)).toContainText('Cancelled on Jan 5, 2026, 10:30 AM EST')
  await expect(rows.nth(4)).toContainText('Paid')
  await expect(page.getByRole('button', { name: /Write a review/ })).toHaveCount(3)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Molar Dental')
  await expect(rows.nth(1)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  const visit = `${booking.treatment}, Jan 5, 2026, ${booking.slot}`
  await page.getByRole('link', { name: `Receipt of ${visit}` }).click()
  await expect(page.getByRole('article')).toContainText('Visa •••• 4242')

  await page.goBack()
  // WCAG 1.4.12.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.getByRole('button', { name: 'Español', exact: true }).click()
  await onPhone(page, async () => {
    await expect(page.getByText('11:30 a.m. – 12:00 p.m.')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
