import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Bytes, type Content, type Encoding, fileContent } from './send-content.ts'

/** A file of the build, and the headers sent with it. */
export type BuiltFile = { content: Content; headers: Record<string, string> }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const year = 31_536_000

/**
 * The build's scripts, styles and pictures, cached in memory: some megabytes. Reading from disk would queue
 * behind password hashes, which use the same threads.
 */
export async function loadFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const names = new Set(
    (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')),
  )
  const read = async (name: string): Promise<Bytes> =>
    new Uint8Array(await readFile(join(folder, name)))
  for (const name of names) {
    const type = types[extname(name)]
    if (!type || name.startsWith('pages/')) continue
    const compressed = new Map<Encoding, Bytes>()
    if (names.has(`${name}.br`)) compressed.set('br', await read(`${name}.br`))
    if (names.has(`${name}.gz`)) compressed.set('gzip', await read(`${name}.gz`))
    const content = fileContent(await read(name), compressed)
    files.set(`/${name}`, { content, headers: headersOf(name, type) })
  }
  return files
}

function headersOf(name: string, type: string): Record<string, string> {
  const isHashed = name.startsWith('assets/')
  return {
    'content-type': type,
    'cache-control': isHashed ? `public, max-age=${year}, immutable` : 'no-cache',
    // A site that shares a link may show its picture.
    ...(type.startsWith('image/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
}
