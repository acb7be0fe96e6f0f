import { formatSlot } from '../../contract/appointments/slot.ts'
import { type Doctor, type DoctorInput, doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { done } from '../../contract/done.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { failures } from '../../contract/errors.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { refuseAffecting } from '../appointments/refuse-affected.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { photoAddress, photoAt } from '../images/photo.ts'
import { addChair, changeChair, listChairs } from './change-chair.ts'
import { addDoctor, changeDoctor, removeDoctor } from './change-doctor.ts'
import { blockTime, changeSchedule, showSchedule, unblockTime } from './change-schedule.ts'
import {
  type DoctorDetails,
  type DoctorRow,
  findNamed,
  listWorking,
  selectDoctors,
} from './queries.ts'

const { compare } = new Intl.Collator('en')

export function doctorRoutes(serve: Serve, deps: Deps): void {
  const { database, clock } = deps
  const { publicUrl } = deps.config
  doctorScheduleRoutes(serve, deps)
  serve(doctorEndpoints.listDoctors, async () => {
    const doctors = await selectDoctors(database.query)
    return doctors
      .sort((a, b) => compare(a.name, b.name) || compare(a.email, b.email))
      .map((doctor) => showDoctor(doctor, publicUrl))
  })

  serve(doctorEndpoints.addDoctor, async ({ body, note }) => {
    note({ subject: body.email })
    const added = await addDoctor({ database, clock }, detailsOf(body, publicUrl))
    return added.ok ? { insertedId: added.id } : refuse(staffRefusals, added.reason)
  })

  serve(doctorEndpoints.changeDoctor, async ({ params, body, note }) => {
    const named = await findNamed(database.query, params.email)
    if (!named) return fail('not_found')
    const changed = await changeDoctor(deps, params.email, detailsOf(body, publicUrl))
    const { email } = changed.ok ? changed.before : named
    note({ subject: email, ...(body.email !== email && { data: { email: body.email } }) })
    if (changed.ok) return showDoctor(changed.doctor, publicUrl)
    return refuse({ ...failures, ...staffRefusals }, changed.reason)
  })

  serve(doctorEndpoints.removeDoctor, async ({ params, query, note }) => {
    const named = await findNamed(database.query, params.email)
    if (!named) return { deletedCount: 0 }
    const confirmed = query.unless !== 'affected'
    const removed = await removeDoctor(deps, { key: params.email, confirmed })
    note({ subject: removed.ok ? removed.email : named.email })
    if (removed.ok) return { deletedCount: 1 }
    return removed.reason === 'not_found' ? { deletedCount: 0 } : refuseAffecting(removed)
  })

  serve(endpoints.listWorkingDoctors, async () => {
    const byDoctor = Map.groupBy(await listWorking(database.query), ({ id }) => id)
    return [...byDoctor]
      .flatMap(([_id, rows]) => {
        const treatments = rows.map(({ treatmentId }) => treatmentId)
        const [first] = rows
        if (!first) return []
        const { name, specialty, photo } = first
        return { _id, name, specialty, img: photoAddress(photo, publicUrl), treatments }
      })
      .sort((a, b) => compare(a.name, b.name))
  })
}

/** When doctors work, and the chairs in which they do. */
function doctorScheduleRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database

  serve(doctorEndpoints.readDoctorSchedule, async ({ params }) => {
    return (await showSchedule(query, params.id)) ?? fail('not_found')
  })

  serve(doctorEndpoints.changeDoctorSchedule, async ({ params, body, note }) => {
    const outcome = await changeSchedule(deps, { ...body, ...params })
    if (!outcome.ok) return refuseAffecting(outcome)
    note({ subject: outcome.email })
    return { ...outcome.schedule, change: outcome.change }
  })

  serve(doctorEndpoints.blockTime, async ({ params, body, note }) => {
    const { day, time, reason } = body
    note({ data: { day, slot: formatSlot(time), reason } })
    const outcome = await blockTime(deps, { ...body, ...params })
    if (!outcome.ok) return refuseAffecting(outcome)
    note({ subject: outcome.email })
    return { ...done, change: outcome.change }
  })

  serve(doctorEndpoints.unblockTime, async ({ params, body: { day, start }, note }) => {
    const outcome = await unblockTime(deps, { ...params, day, start })
    if (!outcome.ok) return refuseAffecting(outcome)
    note({ subject: outcome.email, data: { day, slot: formatSlot({ start, end: outcome.end }) } })
    return done
  })

  serve(doctorEndpoints.listChairs, () => listChairs(query))

  serve(doctorEndpoints.addChair, async ({ body, note }) => {
    note({ subject: body.name })
    const outcome = await addChair(deps, body)
    if (!outcome.ok) return refuseAffecting(outcome)
    return { insertedId: outcome.chair._id, change: outcome.change }
  })

  serve(doctorEndpoints.changeChair, async ({ params, body, note }) => {
    note({ subject: body.name, data: { archived: body.archived } })
    const outcome = await changeChair(deps, { ...body, ...params })
    if (!outcome.ok) return refuseAffecting(outcome)
    return { ...outcome.chair, change: outcome.change }
  })
}

function detailsOf({ img, ...details }: DoctorInput, publicUrl: string): DoctorDetails {
  return { ...details, photo: photoAt(img, publicUrl) }
}

function showDoctor({ id, name, email, specialty, photo }: DoctorRow, publicUrl: string): Doctor {
  return { _id: id, name, email, specialty, img: photoAddress(photo, publicUrl) }
}
