import { html, raw } from 'hono/html'
import { defineTexts } from '../../contract/language.ts'
import type { Sender } from './notification.ts'

type Action = { label: string; url: string }

export type Letter = {
  subject: string
  /** Each entry is a paragraph. */
  paragraphs: string[]
  /** The main action, if any: a button, with its address below it. */
  action?: Action
  /** Other actions: quieter buttons, without their addresses. */
  more?: readonly Action[]
  /** What to do if the recipient did not cause the mail; set small. */
  closing?: string
  /** The link to unsubscribe; the last line. */
  unsubscribe?: Action
}

const frameTexts = defineTexts({
  en: { orOpen: 'Or open this address:' },
  es: { orOpen: 'O abra esta dirección:' },
})

/**
 * The placeholder for the styles, inserted on sending: they are most of a mail's size, and the same in each.
 */
const bare = '<style></style>'

/** The HTML of a mail with its styles. */
export function dressMail(bareMail: string): string {
  return bareMail.replace(bare, () => `<style>${styles}</style>`)
}

/** A mail's two parts, text and HTML without its styles, in the clinic's name. All arguments are plain text. */
export function frameMail(sender: Sender, letter: Letter): { text: string; html: string } {
  return { text: asText(sender, letter), html: asHtml(sender, letter) }
}

function asText(
  { clinicName }: Sender,
  { paragraphs, action, more = [], closing, unsubscribe }: Letter,
): string {
  const written = ({ label, url }: Action) => `${label}:\n${url}`
  const parts = [
    ...paragraphs,
    ...(action ? [written(action)] : []),
    ...more.map(written),
    ...(closing ? [closing] : []),
    clinicName,
    ...(unsubscribe ? [written(unsubscribe)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Mail programs agree only on tables and inline styles; colours follow the reader's colour scheme. */
function asHtml({ clinicName, language }: Sender, letter: Letter): string {
  const { subject, paragraphs, closing, unsubscribe } = letter
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${raw(bare)}
</head>
<body>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"><tr><td>
<p class="clinic">${clinicName}</p>
${inLines(paragraphs.map((paragraph) => html`<p>${paragraph}</p>`))}
${actionsAsHtml(frameTexts[language].orOpen, letter)}
${closing ? html`<p class="quiet">${closing}</p>` : ''}
${unsubscribe ? html`<p class="quiet last">${link(unsubscribe)}</p>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`.toString()
}

type Html = ReturnType<typeof html>

const inLines = (parts: Html[]): Html => raw(parts.join('\n'))

function actionsAsHtml(orOpen: string, { action, more = [] }: Letter): Html {
  const [first] = action ? [] : more
  const address = action && more.length === 0 ? { label: action.url, url: action.url } : undefined
  return inLines([
    ...(action ? [html`<p class="act">${link(action, 'button')}</p>`] : []),
    ...more.map(
      (one) =>
        html`<p class="${one === first ? 'act' : 'act more'}">${link(one, 'button other')}</p>`,
    ),
    ...(address ? [html`<p class="quiet">${orOpen} <br>${link(address)}</p>`] : []),
  ])
}

function link({ label, url }: Action, name?: string): Html {
  const look = name ? html` class="${name}"` : ''
  return html`<a href="${url}"${look}>${label}</a>`
}

/** The portal's colours as hex values, the only format that mail programs support. */
const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #fbf8f3; color: #15332c;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.card { max-width: 520px; background: #fffdfa; border: 1px solid #e3dfd5; border-radius: 12px;
  text-align: left; }
.card > tbody > tr > td { padding: 28px 32px; }
.clinic { margin: 0 0 20px; font: 600 20px/1.3 Georgia, 'Times New Roman', serif; }
p { margin: 0 0 16px; white-space: pre-line; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 11px 21px; border: 1px solid #e2614a; border-radius: 12px;
  background: #e2614a; color: #0d1c18; font-weight: 600; text-decoration: none; }
.act { margin: 28px 0; }
.more { margin: -16px 0 28px; }
.other { border-color: #5f7d76; background: transparent; color: #15332c; }
.quiet { font-size: 14px; color: #4d635d; }
.quiet a { color: inherit; }
.last { margin: 0; }
@media (max-width: 480px) {
  body { padding: 16px 8px; }
  .card > tbody > tr > td { padding: 24px 20px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #101d1a; color: #eeece4; }
  .card { background: #172723; border-color: #2f433d; }
  .other { border-color: #7f9d96; color: #eeece4; }
  .quiet { color: #b3c2bc; }
}
`
