import type { AuditData } from '../../contract/audit.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { refuseAffecting } from '../appointments/refuse-affected.ts'
import type { Deps } from '../deps.ts'
import { lasting } from '../http/repeat-answers.ts'
import type { Serve } from '../http/serve.ts'
import { addTreatment, archiveTreatment, changeTreatment } from './change-treatment.ts'
import { listTreatmentSlots } from './find-treatment.ts'
import { listForStaff } from './queries.ts'
import { groupSlots, type TreatmentChange } from './treatment.ts'

export function treatmentRoutes(serve: Serve, deps: Deps): void {
  const { changes, clinicTime, clock, database } = deps
  const { query, reader } = database

  const listTreatments = lasting(changes.watch, async () =>
    groupSlots(await listTreatmentSlots(query)),
  )
  serve(endpoints.listTreatments, listTreatments)

  serve(treatmentEndpoints.listStaffTreatments, () => listForStaff(reader, clinicTime().today))

  serve(treatmentEndpoints.addTreatment, async ({ body, note }) => {
    note({
      subject: body.name,
      data: { priceCents: toCents(body.price), slots: body.slots.length },
    })
    const added = await addTreatment(
      database,
      { ...body, priceCents: toCents(body.price) },
      clinicTime().today,
    )
    if (!added.ok) return refuseAffecting(added)
    changes.publish('*')
    return { insertedId: added.id }
  })

  serve(treatmentEndpoints.changeTreatment, async ({ body, params, note }) => {
    const input = { ...body, id: params.id, priceCents: toCents(body.price) }
    const outcome = await changeTreatment(deps, input)
    if (!outcome.ok) return refuseAffecting(outcome)
    const { change, edit, treatment } = outcome
    note({ subject: edit.name.to, data: changeOf(edit) })
    return { ...treatment, change }
  })

  serve(treatmentEndpoints.archiveTreatment, async ({ body, params, note }) => {
    const archivedAt = body.archived ? clock().toISOString() : null
    const outcome = await archiveTreatment(deps, params.id, archivedAt)
    if (!outcome.ok) return refuseAffecting(outcome)
    const { treatment } = outcome
    note({ subject: treatment.name, data: { archived: body.archived } })
    changes.publish('*')
    return treatment
  })
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** What changed, for the audit. */
function changeOf({
  name,
  description,
  priceCents,
  added,
  removed,
}: TreatmentChange): AuditData<'treatment_changed'> {
  return {
    ...(name.from !== name.to && { name }),
    ...(description.from !== description.to && { description: true as const }),
    ...(priceCents.from !== priceCents.to && { priceCents }),
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  }
}
