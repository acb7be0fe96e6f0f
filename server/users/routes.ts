import { endpoints } from '../../contract/endpoints.ts'
import { staffRefusals } from '../../contract/staff-refusals.ts'
import { userEndpoints } from '../../contract/user-endpoints.ts'
import type { Deps } from '../app.ts'
import { Failure, fail } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { listUsers } from './list-users.ts'
import { isAdmin, promoteUser, userExists } from './queries.ts'
import { removeUser } from './remove-user.ts'
import { sendUsers } from './send-users.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  const { database, clock } = deps
  serve(endpoints.readAdmin, async ({ params }) => ({
    admin: await isAdmin(database.query, params.email),
  }))

  serve(userEndpoints.listUsers, async ({ query: { limit, ...asked } }) =>
    limit === undefined
      ? sendUsers(database.reader, asked)
      : listUsers(database.reader, { limit, ...asked }),
  )

  serve(userEndpoints.makeAdmin, async ({ params }) => {
    if (await promoteUser(database.query, params.email, clock())) return { modifiedCount: 1 }
    return (await userExists(database.query, params.email))
      ? { modifiedCount: 0 }
      : fail('not_found')
  })

  serve(userEndpoints.removeUser, async ({ params, caller }) => {
    const removal = await removeUser(deps, { email: params.email, by: caller.email })
    if (removal.ok) return { deletedCount: removal.deletedCount }
    return new Failure(409, { code: removal.reason, message: staffRefusals[removal.reason] })
  })
}
