import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const example = join(import.meta.dirname, '../../.env.example')

/** A comment of one or more sentences, and the settings below it. */
type Entry = { text: string; settings: { name: string; value: string }[] }

/** Each chapter by its first setting; settings before the first chapter belong to it. */
const chapters: Record<string, string> = {
  PORT: 'Address',
  DATA_DIR: 'Data',
  CLINIC_NAME: 'The clinic and its first admin',
  AUTH_SECRET: 'Secrets',
  GOOGLE_CLIENT_ID: 'Google',
  PAYMENTS: 'Payments',
  IMAGE_HOST_URL: 'Photos',
  SMTP_URL: 'Mail and text messages',
  LOG_LEVEL: 'Watching',
  KEEP_MESSAGES_DAYS: 'How long things are stored',
  RATE_LIMIT: 'Limits and sessions',
  NODE_ENV: 'Production',
}

/** `.env.example` as tables, one for each chapter. */
export function listSettings(text = readFileSync(example, 'utf8')): string {
  const lines = readEntries(text).flatMap(({ text, settings }) => {
    const chapter = settings.map(({ name }) => chapters[name]).find(Boolean)
    const names = settings.map(({ name, value }) => `\`${name}${value && `=${value}`}\``)
    const row = `| ${names.join('<br>')} | ${escapeCell(text)} |`
    return chapter
      ? ['', `## ${chapter}`, '', '| setting | what it does |', '| --- | --- |', row]
      : [row]
  })
  return lines.join('\n')
}

function readEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let comment: string[] = []
  for (const line of text.split('\n')) {
    if (line === '') comment = []
    if (line.startsWith('#')) comment.push(line.replace(/^#\s*/, ''))
    const [, name, value = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (!name) continue
    if (comment.length > 0) entries.push({ text: comment.join(' '), settings: [] })
    entries.at(-1)?.settings.push({ name, value })
    comment = []
  }
  return entries
}

/** Text escaped for a table cell, in which only code is markup. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/<(?![^`]*`)/g, '&lt;')
}
