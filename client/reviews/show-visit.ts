import type { Language } from '../../contract/language.ts'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { showDate } from '../../contract/show.ts'

/** In one line what was treated, of whom in the family, and when. */
export function showVisit(
  language: Language,
  { treatment, dependent, date }: PastAppointment,
): string {
  const treated = dependent ? [treatment, dependent.name] : [treatment]
  return [...treated, showDate(language, date)].join(', ')
}
