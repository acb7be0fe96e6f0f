import { defineTexts, type Language, locales } from '../../contract/language.ts'

const dayMinutes = 24 * 60

/** A duration in minutes as text: `24 hours`, `7 days`, `1 hour and 30 minutes`. */
export function durationText(language: Language, minutes: number): string {
  // One day before is written in hours, which say exactly when it ends.
  if (minutes >= 2 * dayMinutes && minutes % dayMinutes === 0) {
    return counted(language, minutes / dayMinutes, 'day')
  }
  const parts = [
    minutes >= 60 ? counted(language, Math.floor(minutes / 60), 'hour') : '',
    minutes % 60 > 0 || minutes < 60 ? counted(language, minutes % 60, 'minute') : '',
  ].filter(Boolean)
  return new Intl.ListFormat(locales[language]).format(parts)
}

const waitTexts = defineTexts({
  en: { again: (time: string) => `You can try again in ${time}.` },
  es: { again: (time) => `Puede intentarlo de nuevo en ${time}.` },
})

/** When to try again after too many attempts. */
export function waitText(language: Language, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const time =
    seconds < 120
      ? counted(language, Math.ceil(seconds), 'second')
      : minutes <= 90
        ? counted(language, minutes, 'minute')
        : counted(language, Math.ceil(minutes / 60), 'hour')
  return waitTexts[language].again(time)
}

type Unit = 'day' | 'hour' | 'minute' | 'second'

function counted(language: Language, count: number, unit: Unit): string {
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locales[language], format).format(count)
}
