import type { Context } from 'hono'
import { type Account, accountEndpoints } from '../../../contract/identity/account.ts'
import { accountDataEndpoints } from '../../../contract/identity/account-data.ts'
import type { Deps } from '../../deps.ts'
import { clientAddress } from '../../http/client-address.ts'
import { type Failure, fail } from '../../http/errors.ts'
import type { Serve } from '../../http/serve.ts'
import { chooseLanguage } from '../../language/language.ts'
import type { Caller } from '../caller.ts'
import { answerDone, failureOf, type Refused } from '../refusal.ts'
import {
  confirmEmailChange,
  dropEmailChange,
  startEmailChange,
  stopEmailChange,
} from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount, readDeletion } from './delete-account.ts'
import { deleteSessions, updateDetails } from './queries.ts'
import { readAccountData } from './read-data.ts'
import { showSessions } from './sessions.ts'
import { sendConfirmation, showAccount } from './show-account.ts'

const done = { success: true as const }
/** The account has ended since the call was let in. */
const ended = () => fail('unauthenticated')

export function accountRoutes(serve: Serve, deps: Deps): void {
  const { database, clock, config } = deps
  const { query } = database
  const now = () => clock().toISOString()
  const addressOf = (http: Context) => clientAddress(http, config.trustProxy)

  serve(accountEndpoints.readAccount, async ({ caller }) => {
    return (await showAccount(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.changeAccount, async ({ body, caller }) => {
    await updateDetails(query, caller.userId, body, now())
    return (await showAccount(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.changePassword, async ({ body, caller }) =>
    answerDone(await changePassword(deps, caller, body)),
  )
  // That it was called is all there is to it (server/http/serve.ts).
  serve(accountEndpoints.notePresence, async () => done)
  serve(accountEndpoints.listSessions, ({ caller, http }) =>
    showSessions(deps, caller, addressOf(http)),
  )
  serve(accountEndpoints.endSessions, async ({ caller }) => {
    await deleteSessions(query, caller.userId)
    return done
  })
  serve(accountEndpoints.endSession, async ({ params, caller }) => {
    return (await deleteSessions(query, caller.userId, { only: params.id })) > 0
      ? done
      : fail('not_found')
  })
  serve(accountDataEndpoints.readData, async ({ caller }) => {
    return (await readAccountData(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.readDeletion, async ({ caller }) => {
    return (await readDeletion(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.deleteAccount, async ({ body, caller }) =>
    answerDone(await deleteAccount(deps, caller, body)),
  )
  addressRoutes(serve, deps)
}
/** What is about the address of an account. */
function addressRoutes(serve: Serve, deps: Deps): void {
  const answer = async (caller: Caller, refused: Refused | null): Promise<Account | Failure> =>
    refused ? failureOf(refused) : ((await showAccount(deps, caller)) ?? ended())

  serve(accountEndpoints.sendConfirmation, async ({ caller, http }) =>
    answer(caller, await sendConfirmation(deps, caller, http.req.raw)),
  )
  serve(accountEndpoints.startEmailChange, async ({ body, caller, http }) => {
    const language = chooseLanguage(http.req.raw.headers, deps.config.clinicLanguage)
    return answer(caller, await startEmailChange(deps, caller, { ...body, language }))
  })
  serve(accountEndpoints.confirmEmailChange, async ({ body, caller }) =>
    answer(caller, await confirmEmailChange(deps, caller, body.token)),
  )
  serve(accountEndpoints.dropEmailChange, async ({ caller }) => {
    await dropEmailChange(deps, caller)
    return answer(caller, null)
  })
  serve(accountEndpoints.stopEmailChange, async ({ body }) =>
    answerDone(await stopEmailChange(deps, body.token)),
  )
}
