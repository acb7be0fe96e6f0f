import { isLanguage, type Language } from '../../contract/language.ts'

const plainName = 'language'
const hostName = `__Host-${plainName}`

/** What the cookie of a choice is called; over https browsers hold it to this host. */
export function languageCookie(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? hostName : plainName
}

type ReadHeaders = { get(name: string): string | null | undefined }

/** What a person reads: what they chose in this browser, or else the best of what it asks for, or else the clinic's. */
export function chooseLanguage(headers: ReadHeaders, clinics: Language): Language {
  return readChoice(headers) ?? readRequests(headers.get('accept-language') ?? '', clinics)
}

/** What somebody chose by the switch, also under its plain name before; undefined where nobody did. */
export function readChoice(headers: ReadHeaders): Language | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const choiceIn = (name: string) =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return [choiceIn(hostName), choiceIn(plainName)].find(isLanguage)
}

/**
 * The language that `Accept-Language` wants most (RFC 9110, 12.5.4) of those there are: `es-US` is
 * Spanish too, `*` is the clinic's. What is named first wins between equals; a weight of 0 is a refusal.
 */
function readRequests(header: string, clinics: Language): Language {
  const inputs = header.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const language = range === '*' ? clinics : range.split('-')[0]
    return { language, weight: weight === undefined ? 1 : Number(weight) }
  })
  const wanted = inputs
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
    .find(isLanguage)
  return wanted ?? clinics
}
