import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { seed } from '../db/seed.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { readArchive, writeArchive } from './archive.ts'
import { backUp, removeOldBackups } from './back-up.ts'
import { checkCopy } from './check-copy.ts'
import { type CopyEntries, CopyRefused } from './entries.ts'
import { readFolder, writeFolder } from './folder.ts'
import { loadCopy } from './load-copy.ts'
import { makeCopy } from './make-copy.ts'
import type { Place } from './session.ts'

const clock = () => new Date('2026-06-01T10:00:00Z')
const options = { clock, version: '0.1.0' }

async function makeClinic(): Promise<Place> {
  const place = await makePlace()
  const database = await openDatabase(place)
  await seed(database, 'Molar Dental')
  await database.close()
  writeFileSync(join(place.dataDir, 'auth-secret'), 'a secret')
  return place
}

async function readName(place: Place): Promise<string[]> {
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  return (await database.query.selectFrom('clinic').select('name').execute()).map((it) => it.name)
}

test('a backup is one private file, and restores without the backups beside it', async () => {
  const from = await makeClinic()
  const to = join(from.dataDir, 'backups')
  mkdirSync(to)
  writeFileSync(join(to, 'molar-20260531T100000Z.tar.gz'), 'an older one')
  const { file, bytes } = await backUp(from, { ...options, to, key: undefined })
  expect(file).toBe(join(to, 'molar-20260601T100000Z.tar.gz'))
  expect(statSync(file)).toMatchObject({ size: bytes })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const empty = await makePlace()
  expect(await loadCopy(empty, readArchive(file, undefined))).toMatchObject({ files: 1 })
  expect(await readName(empty)).toEqual(['Molar Dental'])
  expect(readFileSync(join(empty.dataDir, 'auth-secret'), 'utf8')).toBe('a secret')
})

test('an encrypted backup is opened by its key alone', async () => {
  const from = await makeClinic()
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const { file } = await backUp(from, { ...options, to: makeFolder(), key: recipient })
  expect(file).toMatch(/\.tar\.gz\.age$/)
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  const open = (key?: string) => checkCopy(readArchive(file, key))
  expect(await open(identity)).toMatchObject({ files: 1, head: { migration: expect.any(String) } })
  await expect(open()).rejects.toMatchObject({ code: 'no-key' })
  for (const key of [recipient, await generateIdentity(), 'a passphrase that is another']) {
    await expect(open(key)).rejects.toMatchObject({ code: 'wrong-key' })
  }
})

test('a backup that is cut or changed anywhere is refused', async () => {
  const from = await makeClinic()
  const key = await generateIdentity()
  for (const given of [undefined, key]) {
    const { file } = await backUp(from, { ...options, to: makeFolder(), key: given })
    const whole = readFileSync(file)
    for (const part of [0.1, 0.5, 0.99]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)))
      const checked = checkCopy(readArchive(file, given))
      await expect(checked).rejects.toMatchObject({
        code: expect.stringMatching(/^(cut|damaged)$/),
      })
    }
    const middle = Math.floor(whole.length / 2)
    whole.writeUInt8(whole.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, whole)
    await expect(checkCopy(readArchive(file, given))).rejects.toBeInstanceOf(CopyRefused)
  }
})

test('a backup that fails on its way leaves no file', async () => {
  const folder = makeFolder()
  async function* failing(): CopyEntries {
    yield { name: 'copy.json', bytes: Buffer.from('{}') }
    throw new Error('the disk went away')
  }
  const at = clock()
  const written = writeArchive(failing(), { file: join(folder, 'it.tar.gz'), key: undefined, at })
  await expect(written).rejects.toThrow('the disk went away')
  expect(readdirSync(folder)).toEqual([])
})

test('of the backups in a folder the newest stay, and whatever else is there', async () => {
  const folder = makeFolder()
  const names = ['molar-20260101T000000Z.tar.gz', 'molar-20260102T000000Z.tar.gz.age']
  const newest = 'molar-20260103T000000Z.tar.gz'
  const others = ['molar-20251231T000000Z.tar.gz.part', 'notes.txt']
  for (const name of [...names, newest, ...others]) writeFileSync(join(folder, name), '')
  expect(await removeOldBackups(folder, 5)).toEqual([])
  expect(await removeOldBackups(folder, 1)).toEqual(names.map((name) => join(folder, name)))
  expect(readdirSync(folder).toSorted()).toEqual([...others, newest].toSorted())
})

test('an exported folder is imported, unless its manifest is missing', async () => {
  const [from, to] = [await makeClinic(), await makePlace()]
  const folder = join(makeFolder(), 'all')
  await writeFolder(makeCopy(from, options), folder)
  const again = writeFolder(makeCopy(from, options), folder)
  await expect(again).rejects.toMatchObject({ code: 'not-empty' })
  await loadCopy(to, readFolder(folder))
  expect(await readName(to)).toEqual(['Molar Dental'])
  const empty = checkCopy(readFolder(makeFolder()))
  await expect(empty).rejects.toMatchObject({ code: 'cut' })
})
