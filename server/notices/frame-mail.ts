import type { Language } from '../../contract/language.ts'

/** In whose name a mail is written, and in which language. */
export type Sender = { clinicName: string; language: Language }

export type Letter = {
  subject: string
  /** Each one a paragraph. */
  paragraphs: string[]
  /** The one thing to do, if any: a button, and its address below it. */
  action?: { label: string; url: string }
  /** What to do if this was not you; set small. */
  closing?: string
}

/** A mail's two parts, text and HTML, in the clinic's name. Everything passed in is plain text. */
export function frameMail(sender: Sender, letter: Letter): { text: string; html: string } {
  return { text: asText(sender, letter), html: asHtml(sender, letter) }
}

function asText({ clinicName }: Sender, { paragraphs, action, closing }: Letter): string {
  const parts = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing ? [closing] : []),
    clinicName,
  ]
  return `${parts.join('\n\n')}\n`
}

/** Tables and inline styles are what mail programs agree on; colours follow the reader's scheme. */
function asHtml(
  { clinicName, language }: Sender,
  { subject, paragraphs, action, closing }: Letter,
): string {
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" class="button">${escapeHtml(action.label)}</a></p>
<p class="quiet">Or open this address: <br><a href="${escapeHtml(action.url)}">${escapeHtml(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"><tr><td>
<p class="clinic">${escapeHtml(clinicName)}</p>
${body}
${button}
${closing ? `<p class="quiet">${escapeHtml(closing)}</p>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #f3f5f4; color: #1c2b29;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.card { max-width: 520px; background: #ffffff; border-radius: 12px; text-align: left; }
.card > tbody > tr > td { padding: 28px 32px; }
.clinic { margin: 0 0 20px; font-weight: 600; }
p { margin: 0 0 16px; white-space: pre-line; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 22px; border-radius: 8px; background: #0b6e63;
  color: #ffffff; font-weight: 600; text-decoration: none; }
.quiet { font-size: 14px; color: #54635f; }
.quiet a { color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #101817; color: #e6eeec; }
  .card { background: #1a2523; }
  .quiet { color: #a9b8b4; }
}
`

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
