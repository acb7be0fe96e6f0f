import { useEffect, useState } from 'react'
import { messageEndpoints } from '../../contract/contact/endpoints.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffCounts } from '../../contract/schedule/staff-appointment.ts'
import { call } from '../data/api.ts'
import { readTogether, useRead, useReloadOn } from '../data/use-read.ts'
import { useLanguage } from '../i18n/language.tsx'

const texts = defineTexts<Record<keyof StaffCounts, (count: number) => string>>({
  en: {
    messages: (count) => (count === 1 ? '1 unread message' : `${count} unread messages`),
    reviews: (count) => (count === 1 ? '1 review to approve' : `${count} reviews to approve`),
    waiting: (count) => (count === 1 ? '1 request waits' : `${count} requests wait`),
  },
  es: {
    messages: (count) => (count === 1 ? '1 mensaje sin leer' : `${count} mensajes sin leer`),
    reviews: (count) => (count === 1 ? '1 opinión por aprobar' : `${count} opiniones por aprobar`),
    waiting: (count) => (count === 1 ? '1 solicitud en espera' : `${count} solicitudes en espera`),
  },
})

const counts = readTogether(
  'menu counts',
  // What staff do with a message or a review changes what is left.
  [scheduleEndpoints.readCounts, messageEndpoints.listMessages, reviewEndpoints.listReviews],
  {},
  (signal) => call(scheduleEndpoints.readCounts, {}, { signal }),
)

/** Milliseconds between reads, for new messages, reviews and waitlist requests from others. */
const everyMs = 60_000

/** What waits for staff, read again after their own changes and each minute. */
export function useMenuCounts(): StaffCounts | undefined {
  const reading = useReloadOn(useRead(counts), (onChange) => {
    const timer = setInterval(onChange, everyMs)
    return () => clearInterval(timer)
  })
  return reading.data
}

/** Beside a name in the menu; nothing where nothing waits. */
export function MenuCount({ of, count }: { of: keyof StaffCounts; count: number }) {
  const language = useLanguage()
  if (count === 0) return null
  return (
    <span className="workspace-count">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{texts[language][of](count)}</span>
    </span>
  )
}

/** Says to a screen reader what has become more since the menu was first shown. */
export function CountNews({ counts: now }: { counts: StaffCounts | undefined }) {
  const language = useLanguage()
  const [before, setBefore] = useState(now)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (!now) return
    if (before) setNews((last) => newsText(language, before, now) || last)
    setBefore(now)
  }, [now, before, language])
  return (
    <p className="visually-hidden" role="status">
      {news}
    </p>
  )
}

export function newsText(language: Language, before: StaffCounts, now: StaffCounts): string {
  const kinds = ['messages', 'reviews', 'waiting'] as const
  const more = kinds.filter((kind) => now[kind] > before[kind])
  return more.map((kind) => texts[language][kind](now[kind])).join(', ')
}
