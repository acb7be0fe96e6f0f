import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openCluster } from './cluster.ts'
import { makeFolder, openScene, type Place, type Row, type Scene } from './scene.ts'
import { untilReady } from './server.ts'

/** Why a scenario cannot run on this machine. */
export class Skipped extends Error {}

function run(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Skipped(`${program} ${words.join(' ')}: ${stderr || error?.message}`)
}

const endAll = (scene: Scene) => Promise.all(scene.servers.map((server) => server.kill()))

/** Mounts a file system for the duration of `act`; needs root on Linux. */
async function onDisk(
  { size, isFile }: { size: string; isFile: boolean },
  act: (disk: { folder: string; mount(): void; unmount(): void }) => Promise<Row>,
): Promise<Row> {
  const { dataDir: home, remove } = makeFolder()
  const folder = join(home, 'disk')
  const image = join(home, 'image')
  mkdirSync(folder, { recursive: true })
  if (isFile) {
    run('truncate', '-s', size, image)
    run('mkfs.ext4', '-q', image)
  }
  const kind = isFile
    ? ['-o', 'loop,errors=remount-ro', image]
    : ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs']
  const mount = () => void run('mount', ...kind, folder)
  const unmount = () => void run('umount', folder)
  mount()
  try {
    return await act({
      folder,
      mount: () => {
        // 1: it has repaired errors.
        const { status } = spawnSync('e2fsck', ['-fy', image])
        if (status !== 0 && status !== 1) throw new Error(`e2fsck ended with ${status}`)
        mount()
      },
      unmount,
    })
  } finally {
    spawnSync('umount', ['-l', folder])
    remove()
  }
}

/** Fills the rest of a disk. */
function fill(file: string): void {
  const block = Buffer.alloc(256 * 1024)
  for (const size of [block.length, 4096, 1]) {
    try {
      for (;;) appendFileSync(file, block.subarray(0, size))
    } catch {}
  }
}

/** The disk of the data is full for some seconds, repeatedly. */
export function fillDisk(place: Place, seed: number, times: number): Promise<Row> {
  return onDisk({ size: '96m', isFile: false }, async ({ folder }) => {
    const here = { ...place, dataDir: join(folder, 'data') }
    const scene = await openScene(here, { seed })
    try {
      for (let done = 0; done < times; done += 1) {
        await scene.during(async () => {
          await wait(1500)
          fill(join(folder, 'ballast'))
          scene.countFault()
          await wait(1500)
          rmSync(join(folder, 'ballast'))
          for (const server of scene.servers) await untilReady(server)
          await wait(500)
        })
        await scene.check()
      }
      return await scene.end('disk full')
    } finally {
      await endAll(scene)
    }
  })
}

/** The file system finds a fault and becomes read-only; the portal runs on until an operator intervenes. */
export function freezeDisk(place: Place, seed: number, times: number): Promise<Row> {
  return onDisk({ size: '128M', isFile: true }, async ({ folder, mount, unmount }) => {
    const here = { ...place, dataDir: join(folder, 'data') }
    const scene = await openScene(here, { seed })
    try {
      for (let done = 0; done < times; done += 1) {
        const source = run('findmnt', '-no', 'SOURCE', folder).trim()
        await scene.during(async () => {
          await wait(1500)
          writeFileSync(`/sys/fs/ext4/${basename(source)}/trigger_fs_error`, '1')
          scene.countFault()
          await wait(1500)
          await endAll(scene)
        })
        unmount()
        mount()
        await scene.restart(0)
        await scene.check()
      }
      return await scene.end('disk goes read-only')
    } finally {
      await endAll(scene)
    }
  })
}

/** Every durable write takes 5 to 250 ms; on PostgreSQL the server's writes. */
export async function slowDisk(place: Place, seed: number, bursts: number): Promise<Row> {
  const { dataDir, remove } = makeFolder()
  mkdirSync(dataDir, { mode: 0o755 })
  const library = join(dataDir, 'slow-disk.so')
  const flag = join(dataDir, 'slow')
  const environment = { LD_PRELOAD: library, SLOW_DISK_WHILE: flag }
  const usesPostgres = place.databaseUrl !== undefined
  try {
    run('cc', '-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'slow-disk.c'), '-ldl')
    run('chmod', '-R', 'a+rX', join(dataDir, '..'))
    const settings = ['fsync=on', 'wal_sync_method=fdatasync']
    const cluster = usesPostgres ? await openCluster(environment, settings) : undefined
    try {
      const databaseUrl = cluster?.url
      const here = { ...place, dataDir: join(dataDir, 'data'), ...(databaseUrl && { databaseUrl }) }
      const scene = await openScene(here, { seed, settings: usesPostgres ? {} : environment })
      return await dawdle(scene, flag, bursts)
    } finally {
      await cluster?.close()
    }
  } finally {
    remove()
  }
}

async function dawdle(scene: Scene, flag: string, bursts: number): Promise<Row> {
  try {
    for (let burst = 0; burst < bursts; burst += 1) {
      writeFileSync(flag, '')
      await scene.during(() => wait(6000))
      scene.countFault()
      rmSync(flag)
      await scene.check()
    }
    return await scene.end('slow disk')
  } finally {
    await endAll(scene)
  }
}

/** The clock steps back an hour under load. */
export async function turnClock(place: Place, seed: number, times: number): Promise<Row> {
  const flags = ['--import', pathToFileURL(join(import.meta.dirname, 'turn-clock.ts')).href]
  const scene = await openScene(place, { seed, flags })
  try {
    for (let done = 0; done < times; done += 1) {
      await scene.during(async () => {
        await wait(1500)
        for (const { pid } of scene.servers) process.kill(pid, 'SIGUSR2')
        scene.countFault()
        await wait(2000)
      })
      await scene.check()
    }
    return await scene.end('clock steps back an hour')
  } finally {
    await endAll(scene)
  }
}
