import { setTimeout as wait } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { makeFolder, openScene, type Row, type Scene } from './scene.ts'
import { untilReady } from './server.ts'

/** Runs a scene on a PostgreSQL of its own; the servers always end. */
async function onCluster(
  seed: number,
  act: (scene: Scene, cluster: Awaited<ReturnType<typeof openCluster>>) => Promise<Row>,
  clinics = 1,
): Promise<Row> {
  const cluster = await openCluster()
  const { dataDir, remove } = makeFolder()
  try {
    const place = { name: 'PostgreSQL' as const, dataDir, databaseUrl: cluster.url }
    const scene = await openScene(place, { seed, processes: 2, clinics })
    try {
      return await act(scene, cluster)
    } finally {
      await Promise.all(scene.servers.map((server) => server.kill()))
    }
  } finally {
    await cluster.close()
    remove()
  }
}

/** Load goes on during a fault; afterwards every process recovers by itself. */
async function survive(scene: Scene, fault: () => Promise<void>): Promise<void> {
  await scene.during(async () => {
    await wait(2000)
    await fault()
    scene.countFault()
    await wait(1000)
    for (const server of scene.servers) await untilReady(server)
    await wait(1000)
  })
  await scene.check()
}

/** Restarts PostgreSQL: as an operator does, fast, and by a kill -9. */
export function restartPostgres(seed: number, times: number): Promise<Row> {
  return onCluster(seed, async (scene, cluster) => {
    for (let done = 0; done < times; done += 1) {
      const signal = scene.dice.pick(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)
      await survive(scene, () => cluster.interrupt(signal, 0))
    }
    return scene.end('PostgreSQL restarted or killed')
  })
}

/** Stops PostgreSQL for half a minute. */
export function losePostgres(seed: number, times: number): Promise<Row> {
  return onCluster(seed, async (scene, cluster) => {
    for (let done = 0; done < times; done += 1) {
      await survive(scene, () => cluster.interrupt('SIGKILL', 30_000))
    }
    return scene.end('PostgreSQL gone for 30 s')
  })
}

/** Kills the primary and promotes its synchronous standby, which then gets a standby of its own. */
export function failOver(seed: number, times: number, clinics = 1): Promise<Row> {
  const turn = async (scene: Scene, cluster: Awaited<ReturnType<typeof openCluster>>) => {
    for (let done = 0; done < times; done += 1) {
      const standby = await cluster.addStandby()
      await survive(scene, () => cluster.failOver(standby))
    }
    const all = clinics > 1 ? `, ${clinics} clinics` : ''
    return scene.end(`failed over to a synchronous standby${all}`)
  }
  return onCluster(seed, turn, clinics)
}
