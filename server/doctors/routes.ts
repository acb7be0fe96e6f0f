import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { type StaffRefusal, staffRefusals } from '../../contract/schedule/refusals.ts'
import type { Deps } from '../deps.ts'
import { Failure, fail } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { addDoctor } from './add-doctor.ts'
import { changeDoctor } from './change-doctor.ts'
import { type DoctorRow, deleteDoctor, selectDoctors } from './queries.ts'

const { compare } = new Intl.Collator('en')

export function doctorRoutes(serve: Serve, { database, clock }: Deps): void {
  serve(doctorEndpoints.listDoctors, async () => {
    const doctors = await selectDoctors(database.query)
    return doctors
      .sort((a, b) => compare(a.name, b.name) || compare(a.email, b.email))
      .map(showDoctor)
  })

  serve(doctorEndpoints.addDoctor, async ({ body, note }) => {
    note({ subject: body.email, detail: '' })
    const added = await addDoctor({ database, clock }, body)
    return added.ok ? { insertedId: added.id } : refuse(added.reason)
  })

  serve(doctorEndpoints.changeDoctor, async ({ params, body, note }) => {
    if (body.email !== params.email) note({ detail: `e-mail -> ${body.email}` })
    const changed = await changeDoctor(database.query, params.email, body)
    if (changed.ok) return showDoctor(changed.doctor)
    return changed.reason === 'not_found' ? fail('not_found') : refuse(changed.reason)
  })

  serve(doctorEndpoints.removeDoctor, async ({ params }) => ({
    deletedCount: await deleteDoctor(database.query, params.email),
  }))
}

function showDoctor({ id, name, email, specialty, img }: DoctorRow): Doctor {
  return { _id: id, name, email, specialty, img }
}

function refuse(code: StaffRefusal): Failure {
  return new Failure(409, { code, message: staffRefusals[code] })
}
