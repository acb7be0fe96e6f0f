import type { BackupState } from '../../../contract/backups/endpoints.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { durationText } from '../../i18n/duration-text.ts'

const texts = defineTexts({
  en: {
    old: (age: string) => `The last good backup of the portal is ${age} old.`,
    none: 'The portal has no backup.',
  },
  es: {
    old: (age) => `La última copia de seguridad correcta del portal tiene ${age}.`,
    none: 'El portal no tiene ninguna copia de seguridad.',
  },
})

/** What admins read above the schedule; `undefined` while nothing is wrong, or is being put right. */
export function warningOf(language: Language, state: BackupState): string | undefined {
  const { old, none } = texts[language]
  if (state.verdict === 'fine' || state.runningSince !== null) return undefined
  return state.verdict === 'old' ? old(ageText(language, state)) : none
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Of the last good one, by the server's clock: minutes, then whole hours, from two days on whole days. */
export function ageText(language: Language, { lastGood, now }: BackupState): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(lastGood?.endedAt ?? now)) / 60_000)
  const unit = minutes < hourMinutes ? 1 : minutes < 2 * dayMinutes ? hourMinutes : dayMinutes
  return durationText(language, Math.max(1, minutes - (minutes % unit)))
}
