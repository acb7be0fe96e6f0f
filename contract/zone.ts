import { defineTexts, type Language, locales } from './language.ts'

/** City names are the zone's own; where another language has a name for one, it stands here. */
const zoneTexts = defineTexts({
  en: { time: (city: string) => `${city} time`, cities: {} as Record<string, string> },
  es: { time: (city) => `hora de ${city}`, cities: { 'New York': 'Nueva York' } },
})

/** What the clock of a zone is called at an instant: `New York time (EST)`. */
export function showZone(language: Language, timeZone: string, at: Date): string {
  const t = zoneTexts[language]
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  const time = t.time(t.cities[city] ?? city)
  const short = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return short ? `${time} (${short.value})` : time
}
