import MarkdownIt from 'markdown-it'
import type { PageClinic } from '../../contract/clinic/clinic.ts'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { dialled, parseClinicPhone } from '../../contract/phone.ts'
import type { Config } from '../config.ts'
import { writePrivacyText } from '../privacy/privacy-text.ts'

const pageTitles = defineTexts({
  en: { about: 'About', contact: 'Contact', privacy: 'Privacy' },
  es: { about: 'Nosotros', contact: 'Contacto', privacy: 'Privacidad' },
})

/**
 * The profile as the pages have it: their texts as HTML, the telephone number and the address as links
 * too. What the clinic wrote is shown as it is; the titles of pages that have none of their own are in
 * the language.
 */
export function showProfile(
  profile: ClinicProfile,
  { language, keepDays, payments }: { language: Language } & Pick<Config, 'keepDays' | 'payments'>,
): Omit<PageClinic, 'passwordLength'> {
  const titles = pageTitles[language]
  const { name: clinic, address, phone } = profile
  const takesStripe = payments.provider === 'stripe'
  const about = { clinic, address, phone, keepDays, takesStripe }
  const privacy = profile.privacy || writePrivacyText(language, about)
  return {
    ...profile,
    phoneLink: `tel:${parseClinicPhone(phone) ?? dialled(phone)}`,
    mapLink: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(profile.address)}`,
    about: showPage(profile.about, titles.about),
    contact: showPage(profile.contact, titles.contact),
    privacy: showPage(privacy, titles.privacy),
  }
}

/** Where a link of the clinic's own pages may lead. */
const linked = /^(https?|mailto|tel):/i
/** A text of one line, up to this long, is a page's heading. */
const longestHeading = 90

const markdown = new MarkdownIt({ html: false, breaks: true })
markdown.validateLink = (address) => linked.test(address)
// The text that describes a picture stands in its place.
markdown.renderer.rules.image = (tokens, place) =>
  markdown.utils.escapeHtml(tokens[place]?.content ?? '')
// A page has its own h1.
markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
  }
})

// The pages' policy refuses style attributes, by which markdown-it aligns columns.
markdown.core.ruler.push('aligned_by_class', ({ tokens }) => {
  for (const token of tokens) {
    const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style'))) ?? []
    if (side) token.attrs = [['class', `align-${side}`]]
  }
})

/** Markdown as clean HTML: no markup of the writer's own, no pictures, links to the outside only. */
export function showMarkdown(text: string): string {
  return markdown.render(text)
}

/**
 * What a page made of Markdown holds: a single line is its heading, as the pages' first texts are;
 * anything longer stands under the page's title, which is then for screen readers alone.
 */
export function showPage(text: string, title: string): string {
  const tokens = markdown.parse(text, {})
  if (tokens.length === 0) return `<h1>${markdown.utils.escapeHtml(title)}</h1>`
  const [paragraph, line] = tokens
  const plain = line?.children?.every(({ type }) => type === 'text') ?? false
  const isHeading = paragraph?.type === 'paragraph_open' && tokens.length === 3 && plain
  if (isHeading && text.trim().length <= longestHeading) {
    return `<h1>${markdown.renderInline(text.trim())}</h1>`
  }
  const hidden = `<h1 class="visually-hidden">${markdown.utils.escapeHtml(title)}</h1>`
  return `${hidden}<div class="prose">${showMarkdown(text)}</div>`
}
