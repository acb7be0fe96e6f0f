import type { BackupState } from '../../contract/backups/endpoints.ts'
import { type Language, locales } from '../../contract/language.ts'
import { ageText } from '../domain/backups/warning-text.ts'
import { durationText } from '../i18n/duration-text.ts'
import { backupTexts, type Hint } from './texts.ts'

type Summary = { tone: 'good' | 'calm' | 'warn'; title: string; lead: string }

/** What the page says first. */
export function summaryOf(language: Language, state: BackupState): Summary {
  const t = backupTexts[language]
  const { verdict, lastGood, runningSince } = state
  if (runningSince !== null) return { tone: 'calm', title: t.running, lead: t.runningSince }
  if (lastGood) {
    const title = t.age(ageText(language, state))
    return verdict === 'old'
      ? { tone: 'warn', title, lead: t.old }
      : { tone: 'good', title, lead: t.fine }
  }
  return verdict === 'none'
    ? { tone: 'warn', title: t.none, lead: t.noneNeeded }
    : { tone: 'calm', title: t.none, lead: t.noneCalm }
}

/** How many have failed since the last good one, and why the last did. */
export function failureText(language: Language, { lastFailure }: BackupState): string | undefined {
  const t = backupTexts[language]
  return lastFailure ? `${t.failed(lastFailure.count)} ${t.why[lastFailure.why]}` : undefined
}

/** What would make the backups safer. */
export function hintsOf({ next, isBesideData, isEncrypted }: BackupState): Hint[] {
  return [
    ...(next === null ? (['schedule'] as const) : []),
    ...(isBesideData ? (['place'] as const) : []),
    ...(isEncrypted ? [] : (['key'] as const)),
  ]
}

/** As people say how large a file is. */
export function sizeText(language: Language, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locales[language], {
    ...{ style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short' },
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step)
}

/** How long it took. */
export function secondsText(language: Language, seconds: number): string {
  if (seconds >= 120) return durationText(language, Math.round(seconds / 60))
  const format = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locales[language], format).format(Math.max(1, Math.round(seconds)))
}
