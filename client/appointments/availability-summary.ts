import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { dayTexts } from './day-texts.ts'

/** What a screen reader hears when a day's list has arrived. */
export function availabilitySummary(
  language: Language,
  treatments: readonly Treatment[],
  day: Day,
): string {
  const free = treatments.reduce((sum, treatment) => sum + treatment.slots.length, 0)
  return dayTexts[language].summary(treatments.length, free, showDay(language, day))
}
