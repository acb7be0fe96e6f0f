import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { schemaOf } from '../../server/clinics/clinic.ts'
import { addClinic } from '../../server/clinics/operate-clinics.ts'
import { readConfig } from '../../server/config.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'

/** A clinic of an installation with many: its host, and the database for checking its tables. */
type Site = { host: string; databaseUrl: string }

/** Makes this many clinics in an empty database, which the settings name. */
export async function makeSites(settings: Record<string, string>, count: number): Promise<Site[]> {
  const { DATABASE_URL = '', AUTH_SECRET: authSecret = '' } = settings
  const parts = {
    config: { ...readConfig(settings), authSecret },
    environment: settings,
    clock: () => new Date(),
    passwords: createSlowPasswords(async () => false),
  }
  const sites: Site[] = []
  for (let at = 0; at < count; at += 1) {
    const asked = { name: `clinic-${at}`, host: `clinic-${at}.example`, settings: {} }
    const { clinic } = await addClinic(parts, asked)
    const databaseUrl = `${DATABASE_URL}?options=-c%20search_path%3D${schemaOf(clinic.id)}`
    sites.push({ host: clinic.host, databaseUrl })
  }
  return sites
}

/** An address of a clinic on one process, as behind a proxy. Also returns a function to close it. */
export async function openSiteDoor(host: string, target: () => string) {
  const server = createServer((asked, answered) => {
    const { origin, ...headers } = asked.headers
    const own = { ...headers, host, ...(origin !== undefined && { origin: `http://${host}` }) }
    const call = request(
      `${target()}${asked.url}`,
      { method: asked.method ?? 'GET', headers: own },
      (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => answered.destroy()).pipe(answered)
      },
    )
    call.on('error', () => answered.destroy())
    asked.pipe(call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${port}`, close }
}
