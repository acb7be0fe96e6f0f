import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'
import { groupSlots, listTreatmentSlots } from './queries.ts'

export function treatmentRoutes(serve: Serve, { database }: Deps): void {
  serve(endpoints.listTreatments, async () => groupSlots(await listTreatmentSlots(database.query)))
}
