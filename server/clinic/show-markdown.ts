import MarkdownIt from 'markdown-it'

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
