import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'
import { isAdmin } from './queries.ts'

export function userRoutes(serve: Serve, { database }: Deps): void {
  serve(endpoints.readAdmin, async ({ params }) => ({
    admin: await isAdmin(database.query, params.email),
  }))
}
