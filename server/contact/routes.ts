import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../app.ts'
import { clientAddress } from '../client-address.ts'
import { failTooMany } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { createFloodLimit } from './limit-flood.ts'
import { sendMessage } from './send-message.ts'

export function contactRoutes(serve: Serve, deps: Deps): void {
  const { config } = deps
  const limitFlood = createFloodLimit()

  serve(endpoints.sendContactMessage, async ({ body, http }) => {
    const wait = config.rateLimit ? await limitFlood(clientAddress(http, config.trustProxy)) : 0
    if (wait > 0) return failTooMany(wait)
    await sendMessage(deps, body)
    return { success: true as const }
  })
}
