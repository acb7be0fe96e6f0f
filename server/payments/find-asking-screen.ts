import type { Context } from 'hono'
import { findLastRead } from '../appointments/find-appointment.ts'
import type { Deps } from '../deps.ts'

const paymentScreen = /^\/dashboard\/payment\/([^/]+)\/?$/

/**
 * The appointment whose payment screen makes a call that names none: by the address of the page, else
 * the one that the session read last. A hint, and nothing that proves anything.
 */
export async function findAskingScreen(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  http: Context,
  sessionId: string,
): Promise<string | undefined> {
  const page = URL.parse(http.req.header('referer') ?? '')
  const isOurs = page?.origin === new URL(config.publicUrl).origin
  const [, named] = (isOurs && paymentScreen.exec(page.pathname)) || []
  return named ?? findLastRead(database.query, sessionId)
}
