import { expect, test } from 'vitest'
import { dressMail, frameMail } from './frame-mail.ts'

const sender = { clinicName: 'Molar <Dental>', language: 'en', namesTreatments: true } as const
const hostile = `"><script>alert('x')</script>&amp;`
const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;'
const action = { label: hostile, url: `https://clinic.example/?${hostile}` }

test('every text and link of a mail is escaped in its HTML', () => {
  const { html, text } = frameMail(sender, {
    ...{ subject: hostile, paragraphs: [hostile, 'Second'], closing: hostile },
    ...{ action, more: [action], unsubscribe: action },
  })
  const mail = dressMail(html)
  expect(mail).not.toContain('<script')
  // Once for subject, paragraph and closing; for each of three links once for the address and once for the
  // label.
  expect(mail.split(escaped)).toHaveLength(1 + 3 + 3 * 2)
  expect(mail).toContain('<p class="clinic">Molar &lt;Dental&gt;</p>')
  expect(mail).toContain(`<p>${escaped}</p>\n<p>Second</p>`)
  expect(mail).toContain(`<a href="https://clinic.example/?${escaped}" class="button">`)
  expect(mail).toContain("font: 16px/1.55 system-ui, -apple-system, 'Segoe UI'")
  expect(text).toContain(`${hostile}\n\nSecond`)
})

test('a mail without actions has neither buttons nor small print', () => {
  const { html } = frameMail(sender, { subject: 'Hello', paragraphs: ['One'] })
  expect(html).not.toMatch(/class="(act|quiet|button)/)
})
