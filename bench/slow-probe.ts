import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks an address at a steady rate and prints how long each answer took, as JSON: from when it should have
 * been asked, so that what waits behind a slow answer counts as slow. One in ten comes on a connection
 * of its own. A process by itself, which no attack of another keeps from its clock.
 */
const [url = '', seconds = '8'] = process.argv.slice(2)
const everyMs = 10
const patienceMs = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const times: number[] = []
let failed = 0

function ask(isAlone: boolean): Promise<void> {
  const started = performance.now()
  return new Promise((resolve) => {
    const fail = () => {
      failed += 1
      resolve()
    }
    const request = get(url, { agent: isAlone ? false : agent, timeout: patienceMs }, (answer) => {
      answer.on('error', fail).resume()
      answer.once('end', () => {
        if (answer.statusCode !== 200) return fail()
        times.push(performance.now() - started)
        resolve()
      })
    })
    request.once('error', fail).once('timeout', () => request.destroy())
  })
}

const answers: Promise<void>[] = []
const begun = performance.now()
for (let n = 0; n < (Number(seconds) * 1000) / everyMs; n += 1) {
  const early = begun + n * everyMs - performance.now()
  if (early > 0) await wait(early)
  answers.push(ask(n % 10 === 0))
}
await Promise.all(answers)
agent.destroy()
process.stdout.write(JSON.stringify({ times, failed }))
