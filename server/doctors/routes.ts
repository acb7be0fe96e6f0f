import type { Doctor, DoctorInput } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { failures } from '../../contract/errors.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { photoAddress, photoAt } from '../images/photo.ts'
import { addDoctor } from './add-doctor.ts'
import { changeDoctor } from './change-doctor.ts'
import { type DoctorDetails, type DoctorRow, deleteDoctor, selectDoctors } from './queries.ts'

const { compare } = new Intl.Collator('en')

export function doctorRoutes(serve: Serve, { database, clock, config: { publicUrl } }: Deps): void {
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
    if (body.email !== params.email) note({ data: { email: body.email } })
    const changed = await changeDoctor(database.query, params.email, detailsOf(body, publicUrl))
    if (changed.ok) return showDoctor(changed.doctor, publicUrl)
    return refuse({ ...failures, ...staffRefusals }, changed.reason)
  })

  serve(doctorEndpoints.removeDoctor, async ({ params }) => ({
    deletedCount: await deleteDoctor(database.query, params.email),
  }))
}

function detailsOf({ img, ...details }: DoctorInput, publicUrl: string): DoctorDetails {
  return { ...details, photo: photoAt(img, publicUrl) }
}

function showDoctor({ id, photo, createdAt: _, ...doctor }: DoctorRow, publicUrl: string): Doctor {
  return { _id: id, ...doctor, img: photoAddress(photo, publicUrl) }
}
