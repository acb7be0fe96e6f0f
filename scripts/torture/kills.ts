import { setTimeout as wait } from 'node:timers/promises'
import { openScene, type Place, type Row } from './scene.ts'

/** Many concurrent acts, and a full check between bursts. */
export async function interleave(place: Place, seed: number, bursts: number): Promise<Row> {
  const scene = await openScene(place, { seed, processes: place.databaseUrl ? 2 : 1 })
  for (let burst = 0; burst < bursts; burst += 1) {
    await scene.during(() => wait(2000))
    await scene.check()
  }
  return scene.end('interleaved writing operations')
}

/**
 * kill -9 at a random moment under load, repeatedly. After each restart everything acknowledged so far is
 * there, the rules hold, and on SQLite the file is intact.
 */
export async function killOften(
  place: Place,
  { seed, times, onProgress }: { seed: number; times: number; onProgress: (row: Row) => void },
): Promise<Row> {
  const name = place.databaseUrl ? 'kill -9, two processes' : 'kill -9'
  const scene = await openScene(place, { seed, processes: place.databaseUrl ? 2 : 1 })
  const { dice, servers } = scene
  for (let done = 0; done < times; done += 1) {
    const doomed = servers.length === 1 ? [0] : dice.pick([[0], [1], [0, 1]])
    await scene.during(async () => {
      await scene.untilAnswered(dice.between(0, 80))
      await wait(dice.between(0, 40))
      await Promise.all(doomed.map((at) => servers[at]?.kill()))
      scene.countFault()
    })
    await Promise.all(doomed.map((at) => scene.restart(at)))
    await scene.check()
    onProgress(scene.result(name))
  }
  return scene.end(name)
}
