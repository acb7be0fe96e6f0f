/** The languages that Molar speaks; the first is the specification's own. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each by its own name, for those who read no other. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale of dates, times and money in each language: always that of the clinic's country. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** Something that is said in every language. */
export type Localized<T> = Readonly<Record<Language, T>>

/**
 * The catalogue: every text that a person reads stands in a call of this, beside the feature that
 * says it. English leads; another language that lacks one of its texts, or says one too many, or takes
 * other parts, does not compile.
 */
export function defineTexts<T>(spoken: { en: T; es: NoInfer<T> }): Localized<T> {
  return spoken
}

/** The sentences of a table that has more to say of each code than one. */
export function sentencesOf<Code extends string>(
  table: Readonly<Record<Code, { message: string }>>,
): Record<Code, string> {
  const sentences: Partial<Record<Code, string>> = {}
  for (const code in table) sentences[code] = table[code].message
  // Every code of the table was just gone through.
  return sentences as Record<Code, string>
}

/** Marks a name that no language changes: of a person, a place, a brand. */
export function properName(name: string): string {
  return name
}

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text)
}

/** Makes a value for each language at its first use, once: one of Intl's formats takes up to a millisecond. */
export function byLanguage<T>(make: (locale: string) => T): (language: Language) => T {
  const made: Partial<Record<Language, T>> = {}
  return (language) => (made[language] ??= make(locales[language]))
}

const rulesOf = byLanguage((locale) => new Intl.PluralRules(locale))

/** The form that goes with a number: `plural('en', 2, { one: 'space', other: 'spaces' })`. */
export function plural(
  language: Language,
  count: number,
  forms: { one: string; other: string },
): string {
  return rulesOf(language).select(count) === 'one' ? forms.one : forms.other
}
