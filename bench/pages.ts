import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const client = join(import.meta.dirname, '../dist/client')

/** Bytes that the home page's first view needs, Brotli-compressed as they go out. */
export function measurePages(): string[] {
  const html = readFileSync(join(client, 'pages/en/index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, at]) => at)
  const script = [...new Set(scripts)].reduce((sum, at) => sum + compressed(at ?? ''), 0)
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? '')
  const css = brotliCompressSync(sheets.join('')).length
  return [
    `home page, first view: ${kb(script)} KB of script, ${kb(css)} KB of CSS, ${kb(brotliCompressSync(html).length)} KB of HTML with that CSS in it`,
  ]
}

function compressed(path: string): number {
  const file = join(client, `${path}.br`)
  return existsSync(file) ? statSync(file).size : statSync(join(client, path)).size
}

const kb = (bytes: number) => (bytes / 1024).toFixed(1)
