import { privacyEndpoints } from '../../contract/privacy/endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { exportPatient } from './export-patient.ts'
import { readLooks } from './looks.ts'

export function privacyRoutes(serve: Serve, deps: Deps): void {
  serve(privacyEndpoints.exportPatient, async ({ params }) => {
    return (await exportPatient(deps, params.id)) ?? fail('not_found')
  })
  serve(privacyEndpoints.listLooks, ({ params }) => readLooks(deps.database.reader, params.id))
}
