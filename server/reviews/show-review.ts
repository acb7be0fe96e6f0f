import { formatDay } from '../../contract/date.ts'
import type { PublishedReview, StaffReview } from '../../contract/reviews/review.ts'
import { readClinicTime } from '../clock.ts'
import type { ReviewRow } from './queries.ts'

/** What anybody reads: the first name, and the clinic's day on which it was written. */
export function showPublished(row: ReviewRow, timeZone: string): PublishedReview {
  const { id, stars, text, patientName, writtenAt } = row
  const date = formatDay(readClinicTime(new Date(writtenAt), timeZone).today)
  return { _id: id, stars, text, firstName: firstNameOf(patientName), date }
}

export function showForStaff({ id, day, patient: _, ...row }: ReviewRow): StaffReview {
  return { ...row, _id: id, date: formatDay(day), firstName: firstNameOf(row.patientName) }
}

/** The first word of a name. An account may be called by its e-mail, which nobody else gets to see. */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return first === '' || first.includes('@') ? 'A patient' : first
}
