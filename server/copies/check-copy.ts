import { isDeepStrictEqual } from 'node:util'
import {
  type CopyEntries,
  CopyHead,
  CopyManifest,
  CopyRefused,
  headName,
  manifestName,
  parseEntry,
} from './entries.ts'
import { sha256 } from './make-copy.ts'

export type Checked = { head: CopyHead; rows: number; files: number }

/** Reads a copy to its end without loading it. Throws `CopyRefused` unless it is whole, byte for byte. */
export async function checkCopy(entries: CopyEntries): Promise<Checked> {
  const seen: CopyManifest['files'] = {}
  let [head, manifest]: [CopyHead | undefined, CopyManifest | undefined] = [undefined, undefined]
  for await (const entry of entries) {
    if (manifest || seen[entry.name]) throw new CopyRefused('damaged', entry.name)
    if (entry.name === manifestName) {
      manifest = parseEntry(CopyManifest, entry)
      continue
    }
    if (!head && entry.name !== headName) throw new CopyRefused('no-copy', entry.name)
    head ??= parseEntry(CopyHead, entry)
    seen[entry.name] = { bytes: entry.bytes.length, sha256: sha256(entry.bytes) }
  }
  if (!head) throw new CopyRefused('no-copy')
  if (!manifest) throw new CopyRefused('cut')
  if (!isDeepStrictEqual(seen, manifest.files)) throw new CopyRefused('damaged', 'checksums')
  const counts = Object.values(manifest.tables).map(({ rows }) => rows)
  const files = Object.keys(seen).filter((name) => name.startsWith('files/')).length
  return { head, rows: counts.reduce((sum, rows) => sum + rows, 0), files }
}
