import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { seed } from '../db/seed.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { startS3Peer } from '../testing/peers/s3-peer.ts'
import { spawnMolar } from '../testing/process.ts'
import { backUp, checkCopy } from './back-up.ts'
import { openS3Store, readFromS3, type S3Settings } from './s3-store.ts'

const clock = () => new Date('2026-06-01T10:00:00Z')
const options = { clock, version: '0.1.0', key: undefined }

/** As the settings of a clinic name it. */
async function startStore() {
  const { port, settings } = await startS3Peer()
  return { port, ...settings }
}

async function makeClinic() {
  const place = await makePlace()
  const database = await openDatabase(place)
  await seed(database, 'Molar Dental')
  await database.close()
  return place
}

const listIn = async (s3: S3Settings, to: string) =>
  await (await openS3Store(to, s3, join(makeFolder(), 'sending'))).list()

test('backups are sent to a store and can be read back, and only the newest remain', async () => {
  const s3 = await startStore()
  const from = await makeClinic()
  const to = 's3://clinic/molar/main'
  const kept = { newest: 2 }
  const files = []
  for (let time = 0; time < 3; time += 1) {
    files.push(await backUp(from, { ...options, to, s3, kept }))
  }
  const names = [1, 2, 3].map((number) => `molar-20260601T100000Z-000${number}.tar.gz`)
  expect(files.map(({ file }) => file)).toEqual(names.map((name) => `${to}/${name}`))
  expect(files[2]?.removed).toEqual([`${to}/${names[0]}`])
  expect(await listIn(s3, to)).toEqual(names.slice(1))
  expect(await listIn(s3, 's3://clinic')).toEqual([])
  const found = await checkCopy(readFromS3(files[2]?.file ?? '', s3, undefined))
  expect(found.rows).toBeGreaterThan(0)
  expect(readdirSync(join(from.dataDir, 'backups'))).toEqual([])
})

test('a redirect from a store is not followed', async () => {
  const reached: string[] = []
  const elsewhere = await serve((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.end()
  })
  const { url } = await serve((_, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/clinic/` }).end()
  })
  const s3 = { endpoint: url, region: 'auto', keyId: 'key', secret: 'secret', patienceMs: 5000 }
  const to = 's3://clinic/molar'
  const refused = { code: 'store' }
  await expect(listIn(s3, to)).rejects.toMatchObject(refused)
  const store = await openS3Store(to, s3, join(makeFolder(), 'sending'))
  const content = 'a small backup'
  const sha256 = createHash('sha256').update(content).digest('hex')
  const write = async (file: string) => {
    writeFileSync(file, content)
    return { bytes: content.length, sha256 }
  }
  await expect(store.add('molar-20260601T100000Z-0001.tar.gz', write)).rejects.toMatchObject(
    refused,
  )
  expect(reached).toEqual([])
})

async function serve(listener: RequestListener) {
  const server = createHttpServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}` }
}

test('a store that asks to slow down is asked again', async () => {
  let asked = 0
  const { url } = await serve((_, response) => {
    asked += 1
    response.statusCode = asked === 1 ? 429 : 200
    response.end(asked === 1 ? '' : '<ListBucketResult></ListBucketResult>')
  })
  const s3 = { endpoint: url, region: 'auto', keyId: 'key', secret: 'secret' }
  expect(await listIn(s3, 's3://clinic/molar')).toEqual([])
  expect(asked).toBe(2)
})

test('a backup of several parts is stored completely, and one that differs from what was written is refused', async () => {
  const s3 = await startStore()
  const store = await openS3Store('s3://clinic/big', s3, join(makeFolder(), 'sending'))
  const bytes = 37_000_000
  const content = Buffer.alloc(bytes, 'several parts ')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = 'molar-20260601T100000Z-0001.tar.gz'
  const written = { bytes, sha256 }
  const write = async (file: string) => {
    writeFileSync(file, content)
    return written
  }
  expect(await store.add(name, write)).toEqual(written)
  // What is there is not what was written.
  const other = async (file: string) => ({ ...(await write(file)), bytes: bytes + 1 })
  const second = 'molar-20260601T100000Z-0002.tar.gz'
  await expect(store.add(second, other)).rejects.toMatchObject({ code: 'damaged' })
  expect(await store.list()).toEqual([name])
})

test('a store that refuses, is missing or does not answer is reported as a store error, not as damage', async () => {
  const s3 = await startStore()
  const from = await makeClinic()
  const send = (other: Partial<S3Settings>, to = 's3://clinic') =>
    backUp(from, { ...options, to, s3: { ...s3, ...other } })
  const refused = (detail: RegExp) => ({ code: 'store', message: expect.stringMatching(detail) })
  await expect(send({ secret: 'another' })).rejects.toMatchObject(refused(/SignatureDoesNotMatch/))
  await expect(send({}, 's3://nowhere')).rejects.toMatchObject(refused(/bucket/i))
  await expect(send({}, 's3://')).rejects.toMatchObject(refused(/like s3:/))
  await expect(backUp(from, { ...options, to: 's3://clinic' })).rejects.toMatchObject(
    refused(/BACKUP_S3_KEY_ID/),
  )
  const silent = await startBetween(s3.port, () => 'hold')
  await expect(send({ endpoint: silent, patienceMs: 50 })).rejects.toMatchObject({ code: 'store' })
  expect(await listIn(s3, 's3://clinic')).toEqual([])
})

test('what an interrupted command unpacks is removed, and what a killed one left is removed by the next', async () => {
  let asked = 0
  const { url } = await serve(() => {
    asked += 1
  })
  const TMPDIR = makeFolder()
  const store = { BACKUP_S3_ENDPOINT: url, BACKUP_S3_KEY_ID: 'key', BACKUP_S3_SECRET: 'secret' }
  /** It waits for the store until a signal ends it. */
  const verify = async () => {
    const before = asked
    const settings = { ...store, DATA_DIR: makeFolder(), TMPDIR }
    const verifying = spawnMolar(settings, ['verify', 's3://clinic/backup'])
    await expect.poll(() => asked).toBe(before + 1)
    return verifying
  }
  const list = () => readdirSync(TMPDIR).toSorted()
  const interrupted = await verify()
  expect(list()).toEqual(['fetched', 'verify'].map((of) => expect.stringContaining(`molar-${of}-`)))
  interrupted.kill('SIGINT')
  expect(await interrupted.ended).toBe(130)
  expect(list()).toEqual([])
  const killed = await verify()
  killed.kill('SIGKILL')
  await killed.ended
  const left = list()
  expect(left).toHaveLength(2)
  const first = await verify()
  const used = list()
  expect(used).toHaveLength(2)
  expect(used.filter((name) => left.includes(name))).toEqual([])
  const second = await verify()
  expect(list()).toHaveLength(4)
  expect(list()).toEqual(expect.arrayContaining(used))
  for (const one of [first, second]) {
    one.kill('SIGTERM')
    expect(await one.ended).toBe(143)
  }
  expect(list()).toEqual([])
})

test('a store that fails while a backup is sent has no backup with a final name', async () => {
  const s3 = await startStore()
  const from = await makeClinic()
  // The store hangs up for good once it has been sent a part.
  let isGone = false
  const endpoint = await startBetween(s3.port, (sent) => {
    isGone ||= sent.includes('partNumber=')
    return isGone ? 'hang up' : 'pass'
  })
  const to = 's3://clinic/molar'
  const sending = backUp(from, { ...options, to, s3: { ...s3, endpoint } })
  await expect(sending).rejects.toMatchObject({ code: 'store' })
  expect(isGone).toBe(true)
  expect(await listIn(s3, to)).toEqual([])
  // The unfinished upload is still listed.
  expect(readdirSync(join(from.dataDir, 'backups'))).toEqual(['sending.json'])
  await backUp(from, { ...options, to, s3 })
  expect(readdirSync(join(from.dataDir, 'backups'))).toEqual([])
})

test('the parts sent by a killed backup are aborted by the next backup', async () => {
  const s3 = await startStore()
  const from = await makeClinic()
  const to = 's3://clinic/molar'
  const child = fork(join(import.meta.dirname, '../backups/backup-process.ts'), { execArgv: [] })
  const killed = await startBetween(s3.port, (sent) => {
    if (!sent.includes('partNumber=')) return 'pass'
    child.kill('SIGKILL')
    return 'hold'
  })
  const asked = { at: clock().toISOString(), place: from, to, without: [] }
  child.send({ ...asked, s3: { ...s3, endpoint: killed } })
  await once(child, 'exit')
  const left = readFileSync(join(from.dataDir, 'backups', 'sending.json'), 'utf8')
  const id = /"id":"([^"]+)"/.exec(left)?.[1]
  expect(id).toBeDefined()
  let heads = ''
  const endpoint = await startBetween(s3.port, (sent) => {
    heads += sent
    return 'pass'
  })
  await backUp(from, { ...options, to, s3: { ...s3, endpoint } })
  expect(heads).toMatch(new RegExp(`^DELETE /clinic/molar/\\S+uploadId=${id}[& ]`, 'm'))
  expect(readdirSync(join(from.dataDir, 'backups'))).toEqual([])
})

/** Stands between: passes bytes on, holds them back or hangs up, as `judge` says of what is sent. */
async function startBetween(port: number, judge: (sent: string) => 'pass' | 'hold' | 'hang up') {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
    outgoing.pipe(incoming)
    incoming.on('data', (chunk: Buffer) => {
      const what = judge(chunk.toString('latin1'))
      if (what === 'pass') outgoing.write(chunk)
      if (what === 'hang up') incoming.destroy()
    })
  })
  const own = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${own}`
}
