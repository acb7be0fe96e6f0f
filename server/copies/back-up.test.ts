import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { readBackups } from '../backups/queries.ts'
import { openDatabase } from '../db/database.ts'
import { seed } from '../db/seed.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { NODE_COMPILE_CACHE } from '../testing/process.ts'
import { chooseOld, nameBackup, readArchive, sortBackups, writeArchive } from './archive.ts'
import { backUp, checkCopy } from './back-up.ts'
import { type CopyEntries, CopyRefused } from './entries.ts'
import { readFolder, writeFolder } from './folder.ts'
import { loadCopy } from './load-copy.ts'
import { makeCopy } from './make-copy.ts'
import { moveData } from './move.ts'
import { partBytes } from './parts.ts'
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

test('a backup is one private file, and contains neither earlier backups nor what was unpacked from one', async () => {
  const from = await makeClinic()
  const to = join(from.dataDir, 'backups')
  mkdirSync(to)
  writeFileSync(join(to, 'molar-20260531T100000Z.tar.gz'), 'an older one')
  for (const left of ['molar-verify-Ab12_c', 'molar-fetched-Ab12_c']) {
    mkdirSync(join(from.dataDir, left))
    writeFileSync(join(from.dataDir, left, 'backup'), 'left by a kill')
  }
  const { file, bytes } = await backUp(from, { ...options, to, key: undefined })
  expect(file).toBe(join(to, 'molar-20260601T100000Z-0001.tar.gz'))
  expect(statSync(file)).toMatchObject({ size: bytes })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const empty = await makePlace()
  expect(await loadCopy(empty, readArchive(file, undefined))).toMatchObject({ files: 1 })
  expect(await readName(empty)).toEqual(['Molar Dental'])
  expect(readFileSync(join(empty.dataDir, 'auth-secret'), 'utf8')).toBe('a secret')
})

test('a copy contains neither exports nor backups in the data folder, wherever they were written', async () => {
  const from = await makeClinic()
  await writeFolder(makeCopy(from, options), join(from.dataDir, 'kept', 'whole'))
  const cut = join(from.dataDir, 'cut')
  await writeFolder(makeCopy(from, options), cut)
  rmSync(join(cut, 'manifest.json'))
  const to = join(from.dataDir, 'nightly')
  await backUp(from, { ...options, to, key: undefined })
  await backUp(from, { ...options, to, key: await generateIdentity() })
  writeFileSync(join(to, 'notes.txt'), 'of the operator')
  const names: string[] = []
  for await (const { name } of makeCopy(from, options)) names.push(name)
  expect(names.filter((name) => name.startsWith('files/'))).toEqual([
    'files/auth-secret',
    'files/nightly/notes.txt',
  ])
})

test('a file of any size and name is copied as it is, a part of it at a time', async () => {
  const from = await makeClinic()
  const name = 'scans\\2026 of “Jane”.raw'
  const large = randomBytes(2 * partBytes + 7)
  writeFileSync(join(from.dataDir, name), large)
  const key = await generateIdentity()
  const { file } = await backUp(from, { ...options, to: makeFolder(), key })
  const folder = join(makeFolder(), 'all')
  await writeFolder(makeCopy(from, options), folder)
  for (const open of [() => readArchive(file, key), () => readFolder(folder)]) {
    const sizes: number[] = []
    for await (const { bytes } of open()) sizes.push(bytes.length)
    expect(Math.max(...sizes)).toBeLessThan(2 * partBytes)
    const to = await makePlace()
    expect(await loadCopy(to, open())).toMatchObject({ files: 2 })
    expect(readFileSync(join(to.dataDir, name)).equals(large)).toBe(true)
  }
})

test('a file or folder whose name is not UTF-8 is named, and no copy is made without it', async () => {
  const from = await makeClinic()
  const within = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${from.dataDir}/`), Buffer.from(bytes)])
  const latin = within(0x63, 0x61, 0x66, 0xe9)
  const to = makeFolder()
  const refusal = { code: 'file-name', message: expect.stringContaining('caf\\xe9') }
  const copies = [
    () => backUp(from, { ...options, to, key: undefined }),
    () => writeFolder(makeCopy(from, options), join(to, 'all')),
    async () => moveData(from, await makePlace(), options),
  ]
  for (const make of [() => writeFileSync(latin, 'a scan'), () => mkdirSync(latin)]) {
    make()
    for (const copy of copies) await expect(copy()).rejects.toMatchObject(refusal)
    rmSync(latin, { recursive: true })
  }
  expect(readdirSync(to, { recursive: true })).toEqual(['all'])
  // Replaced characters that are there are characters like any other.
  writeFileSync(join(from.dataDir, 'caf\uFFFD'), 'a scan')
  expect(await moveData(from, await makePlace(), options)).toMatchObject({ loaded: { files: 2 } })
})

test('symbolic links in the data folder are named, and neither they nor their targets are copied', async () => {
  const from = await makeClinic()
  const elsewhere = makeFolder()
  writeFileSync(join(elsewhere, 'scan'), 'of another disk')
  const links = ['scans', 'secret', '\\xe9'].map((name) => join(from.dataDir, name))
  symlinkSync(elsewhere, join(from.dataDir, 'scans'))
  symlinkSync(join(from.dataDir, 'auth-secret'), join(from.dataDir, 'secret'))
  symlinkSync('nowhere', Buffer.concat([Buffer.from(`${from.dataDir}/`), Buffer.from([0xe9])]))
  const made = await backUp(from, { ...options, to: makeFolder(), key: undefined })
  expect(made.links.toSorted()).toEqual(links.toSorted())
  expect(await checkCopy(readArchive(made.file, undefined))).toMatchObject({ files: 1 })
  const named: string[] = []
  const onLink = (path: string) => void named.push(path)
  const moved = await moveData(from, await makePlace(), { ...options, onLink })
  expect(moved).toMatchObject({ loaded: { files: 1 } })
  expect(named.toSorted()).toEqual(links.toSorted())
})

test('a copy of a file that becomes shorter meanwhile is refused', async () => {
  const from = await makeClinic()
  const large = join(from.dataDir, 'large')
  writeFileSync(large, randomBytes(2 * partBytes))
  async function copy() {
    for await (const { part } of makeCopy(from, options)) if (part) truncateSync(large, 7)
  }
  await expect(copy()).rejects.toMatchObject({ code: 'shrunk' })
})

test('an encrypted backup can be opened only with its key', async () => {
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

test('a backup is encrypted with a passphrase too, and read back with it', async () => {
  const from = await makeClinic()
  const { file } = await backUp(from, { ...options, to: makeFolder(), key: 'a fine long secret' })
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
})

test('a backup that is truncated or changed is refused, encrypted or not', async () => {
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

test('a backup that is not whole when it is read back is refused and removed', async () => {
  const from = await makeClinic()
  const to = makeFolder()
  // Another process writes behind its end.
  const onRows = () => {
    const [draft = ''] = readdirSync(to)
    truncateSync(join(to, draft), 1024 * 1024)
  }
  const made = backUp(from, { ...options, to, key: undefined, onRows })
  await expect(made).rejects.toMatchObject({ code: 'damaged' })
  expect(readdirSync(to)).toEqual([])
})

test('a backup that fails midway leaves no file', async () => {
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

test('an export that fails midway leaves nothing of it, and removes nothing that it did not write', async () => {
  const folder = makeFolder()
  async function* failing(): CopyEntries {
    yield { name: 'copy.json', bytes: Buffer.from('{}') }
    yield { name: 'files/outbox/one.eml', bytes: Buffer.from('a mail') }
    writeFileSync(join(folder, 'notes.txt'), 'of the operator')
    throw new Error('the disk went away')
  }
  await expect(writeFolder(failing(), folder)).rejects.toThrow('the disk went away')
  expect(readdirSync(folder)).toEqual(['notes.txt'])
  rmSync(join(folder, 'notes.txt'))
  async function* late(): CopyEntries {
    writeFileSync(join(folder, 'copy.json'), 'of another export')
    yield { name: 'copy.json', bytes: Buffer.from('{}') }
  }
  await expect(writeFolder(late(), folder)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(join(folder, 'copy.json'), 'utf8')).toBe('of another export')
})

test('backup names sort in order of creation, within one second and after the clock was set back', async () => {
  const from = await makeClinic()
  const to = makeFolder()
  writeFileSync(join(to, 'molar-20260601T100000Z.tar.gz'), 'of before there were numbers')
  const make = (at: Date) => backUp(from, { ...options, clock: () => at, to, key: undefined })
  const files = []
  for (const at of [clock(), clock(), new Date('2026-05-01T10:00:00Z')]) files.push(await make(at))
  expect(sortBackups(readdirSync(to))).toEqual([
    'molar-20260601T100000Z.tar.gz',
    'molar-20260601T100000Z-0001.tar.gz',
    'molar-20260601T100000Z-0002.tar.gz',
    'molar-20260501T100000Z-0003.tar.gz',
  ])
  const clockSetBack = () => new Date('2026-05-01T11:00:00Z')
  const kept = { newest: 2 }
  const last = await backUp(from, { ...options, clock: clockSetBack, to, key: undefined, kept })
  expect(last.removed).toHaveLength(3)
  expect(sortBackups(readdirSync(to)).map((name) => join(to, name))).toEqual([
    files[2]?.file,
    last.file,
  ])
})

test('the newest backups, or the newest of each day, and unrelated files are not removed', () => {
  const names = ['molar-20260101T000000Z.tar.gz', 'molar-20260102T000000Z.tar.gz.age']
  for (const at of ['2026-01-03T01:00:00Z', '2026-01-03T02:00:00Z', '2026-01-04T01:00:00Z']) {
    names.push(nameBackup(new Date(at), names, false))
  }
  const others = ['molar-20251231T000000Z.tar.gz.part', 'notes.txt', 'molar-1.tar.gz']
  const old = (kept: Parameters<typeof chooseOld>[1]) => chooseOld([...others, ...names], kept)
  expect(old({ newest: 5 })).toEqual([])
  expect(old({ newest: 1 })).toEqual(names.slice(0, 4))
  expect(old({ days: 4 })).toEqual([names[2]])
  expect(old({ days: 2 })).toEqual(names.slice(0, 3))
  expect(old({ days: 1 })).toEqual(names.slice(0, 4))
})

test('one of two concurrent backups is refused, and leftover unfinished backups are removed', async () => {
  const from = await makeClinic()
  const to = makeFolder()
  const left = 'molar-20260531T100000Z-0001.tar.gz.part'
  for (const name of [left, 'notes.part']) writeFileSync(join(to, name), 'unfinished')
  const make = () => backUp(from, { ...options, to, key: undefined })
  const [first, second] = await Promise.allSettled([make(), make()])
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  expect(second).toMatchObject({ reason: { code: 'busy' } })
  expect(readdirSync(to).toSorted()).toEqual(['molar-20260601T100000Z-0001.tar.gz', 'notes.part'])
})

test('after a backup is killed, every backup with a final name is complete, and the next one cleans up', async () => {
  const from = await makeClinic()
  const to = makeFolder()
  const program = join(import.meta.dirname, '../../scripts/molar/molar.ts')
  const start = () =>
    spawn(process.execPath, [program, 'backup'], {
      env: { NODE_COMPILE_CACHE, DATA_DIR: from.dataDir, BACKUP_TO: to },
      stdio: 'ignore',
    })
  // At the first file it makes, at the first that has its final name, and a while after either.
  for (const [awaited, chunks] of killings) {
    const child = start()
    const ended = new Promise((resolve) => child.once('close', resolve))
    const before = readdirSync(to).filter((name) => awaited.test(name)).length
    const seen = () => readdirSync(to).filter((name) => awaited.test(name)).length > before
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    // Without a pause it would take the processor from the process that it waits for.
    while (!seen() && !isOver) await wait(1)
    for (let turn = 0; turn < chunks; turn += 1) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await ended
    for (const name of sortBackups(readdirSync(to))) {
      await checkCopy(readArchive(join(to, name), undefined))
    }
  }
  const last = start()
  await new Promise((resolve) => last.once('close', resolve))
  const newest = sortBackups(readdirSync(to)).at(-1) ?? ''
  expect(await checkCopy(readArchive(join(to, newest), undefined))).toMatchObject({ files: 1 })
  expect(readdirSync(to).filter((name) => name.endsWith('.part'))).toEqual([])
  const database = await openDatabase(from)
  onTestFinished(() => database.close())
  const { lastGood } = await readBackups(database.query, new Date())
  expect(lastGood).toMatchObject({ file: join(to, newest) })
})

/** After what appears in the folder, and how many turns of our event loop later. */
const killings: [RegExp, number][] = [
  [/\.part$/, 0],
  [/\.part$/, 50],
  [/\.gz$/, 0],
]

test('an exported folder is imported, unless its manifest is missing', async () => {
  const [from, to] = [await makeClinic(), await makePlace()]
  const folder = join(makeFolder(), 'all')
  await writeFolder(makeCopy(from, options), folder)
  const again = writeFolder(makeCopy(from, options), folder)
  await expect(again).rejects.toMatchObject({
    code: 'folder-not-empty',
    message: `the folder is not empty; an export is written into a new or empty one (${folder})`,
  })
  await loadCopy(to, readFolder(folder))
  expect(await readName(to)).toEqual(['Molar Dental'])
  rmSync(join(folder, 'manifest.json'))
  await expect(checkCopy(readFolder(folder))).rejects.toMatchObject({ code: 'cut' })
  const message = expect.stringContaining(`remove the folder and export again (${folder})`)
  const overCut = writeFolder(makeCopy(from, options), folder)
  await expect(overCut).rejects.toMatchObject({ code: 'export-not-finished', message })
  const empty = checkCopy(readFolder(makeFolder()))
  await expect(empty).rejects.toMatchObject({ code: 'cut' })
})
