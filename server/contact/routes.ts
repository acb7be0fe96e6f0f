import { messageEndpoints } from '../../contract/contact/endpoints.ts'
import { done } from '../../contract/done.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { listMessages, sendMessage, showMessage } from './messages.ts'
import { setState } from './queries.ts'

export function contactRoutes(serve: Serve, deps: Deps): void {
  const { database } = deps

  serve(endpoints.sendContactMessage, async ({ body }) => {
    await sendMessage(deps, body)
    return done
  })

  serve(messageEndpoints.listMessages, ({ query }) => listMessages(database.query, query))

  serve(messageEndpoints.markMessage, async ({ body, params, note }) => {
    const message = await setState(database.query, params.id, body.state)
    if (!message) return fail('not_found')
    note({ subject: message.email, data: { state: body.state } })
    return showMessage(message)
  })
}
