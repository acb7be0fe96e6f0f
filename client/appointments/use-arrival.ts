import { useState } from 'react'
import type { Day } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { useLanguage } from '../i18n/language.tsx'
import { availabilitySummary } from './availability-summary.ts'

/** What is said when a day's list arrives; what others book afterwards is not said each time. */
export function useArrival(treatments: readonly Treatment[] | undefined, day: Day): string {
  const language = useLanguage()
  const [arrived, setArrived] = useState<{ day: Day; text: string }>()
  if (arrived?.day === day) return arrived.text
  if (treatments) setArrived({ day, text: availabilitySummary(language, treatments, day) })
  return ''
}
