import { clinicEndpoints, openingEndpoints } from '../../contract/clinic/endpoints.ts'
import type { Day } from '../../contract/date.ts'
import { doctorEndpoints, UploadedImage } from '../../contract/doctors/endpoints.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { patientEndpoints } from '../../contract/patients/patient.ts'
import { treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import type { Queries } from '../../server/db/database.ts'
import {
  type ChairKey,
  chairs,
  type DemoDoctor,
  doctors,
  every,
  exceptionalOf,
  holidayOf,
  profile,
  type TreatmentKey,
  treatments,
} from './clinic.ts'
import { drawPortrait } from './draw-portrait.ts'
import type { DemoPatient } from './people.ts'
import { addAccount, type DemoPortal, type Person } from './portal.ts'

/** The clinic as stored in the portal. */
export type Clinic = {
  portal: DemoPortal
  timeZone: string
  /** When it was entered, in epoch milliseconds. */
  opened: number
  /** The account that makes the staff's calls. */
  desk: Person
  treatments: Record<TreatmentKey, { _id: string; price: number }>
  /** Ids, in the order of `doctors`. */
  doctors: string[]
  /** Patients who are signed in. */
  accounts: Person[]
}

/** The clinic's row, which shows a start of the portal that it need not create its own demo. */
export async function insertClinic(query: Queries): Promise<void> {
  const { name, address, phone } = profile
  await query
    .insertInto('clinic')
    .values({ id: 1, name, address, phone, horizonDays: 180 })
    .execute()
}

/** Enters everything that an owner enters before the first patient; `from` is the first day with hours. */
export async function enterClinic(
  portal: DemoPortal,
  desk: Person,
  { today, from }: { today: Day; from: Day },
): Promise<Clinic> {
  await portal.call(clinicEndpoints.changeProfile, { body: profile }, desk)
  const rules = { closedWeekdays: [], horizonDays: 180, leadMinutes: 60 }
  await portal.call(openingEndpoints.changeOpening, { body: rules }, desk)
  const offered = await enterTreatments(portal, desk)
  const ids = (keys: readonly TreatmentKey[]) => keys.map((key) => offered[key]._id)
  const rooms = new Map<ChairKey, string>()
  for (const key of keysOf(chairs)) {
    const { name, treatments: served } = chairs[key]
    const body = { name, treatments: ids(served) }
    const { insertedId } = await portal.call(doctorEndpoints.addChair, { body }, desk)
    rooms.set(key, insertedId)
  }
  const working: string[] = []
  for (const [place, doctor] of doctors.entries()) {
    const id = await addDoctor(portal, desk, doctor)
    const week = { from, days: doctor.week.map((hours) => [...hours]) }
    const body = {
      treatments: ids(doctor.treatments),
      chairs: [rooms.get(doctor.chair) ?? ''],
      weeks: [week],
      ...exceptionalOf(place, today),
      confirmed: true,
    }
    await portal.call(doctorEndpoints.changeDoctorSchedule, { params: { id }, body }, desk)
    working.push(id)
  }
  const holiday = holidayOf(today)
  const closure = { from: holiday, to: holiday, reason: 'Clinic holiday', confirmed: true }
  await portal.call(openingEndpoints.addClosure, { body: closure }, desk)
  const { clinicTimeZone: timeZone } = portal.deps.config
  const opened = portal.time.now.getTime()
  return { portal, timeZone, opened, desk, treatments: offered, doctors: working, accounts: [] }
}

async function enterTreatments(portal: DemoPortal, desk: Person): Promise<Clinic['treatments']> {
  const offered = new Map<string, { _id: string; price: number }>()
  for (const key of keysOf(treatments)) {
    const { name, description, price, length, buffer } = treatments[key]
    const body = { name, description, price, slots: [], buffer, starts: { length, every } }
    const { insertedId } = await portal.call(treatmentEndpoints.addTreatment, { body }, desk)
    offered.set(key, { _id: insertedId, price })
  }
  const idOf = (key: TreatmentKey) => offered.get(key) ?? { _id: '', price: 0 }
  return {
    ...{ checkUp: idOf('checkUp'), child: idOf('child'), retainer: idOf('retainer') },
    ...{ cleaning: idOf('cleaning'), deepCleaning: idOf('deepCleaning') },
    ...{ sealants: idOf('sealants'), whitening: idOf('whitening'), filling: idOf('filling') },
    ...{ rootCanal: idOf('rootCanal'), crown: idOf('crown'), extraction: idOf('extraction') },
  }
}

async function addDoctor(portal: DemoPortal, desk: Person, doctor: DemoDoctor): Promise<string> {
  const form = new FormData()
  form.set('image', await drawPortrait(doctor), 'portrait.png')
  const { data } = UploadedImage.parse(await portal.upload(form, doctorEndpoints.uploadImage, desk))
  const specialty = treatments[doctor.specialty].name
  const body = { name: doctor.name, email: doctor.email, specialty, img: data.url }
  const { insertedId } = await portal.call(doctorEndpoints.addDoctor, { body }, desk)
  return insertedId
}

/** Enters a patient: by their own account with their dependents, or by the desk. */
export async function enterPatient(clinic: Clinic, patient: DemoPatient): Promise<void> {
  const { portal, desk } = clinic
  const { name, birthDate, phone, email, language, alert, note, holder } = patient
  if (patient.signsIn) {
    patient.account = await addAccount(portal, { email, name, phone, language })
    clinic.accounts.push(patient.account)
    patient.recordId = await holderOf(clinic, patient.account.id)
  } else if (holder?.account) {
    const relation = patient.relation ?? 'other'
    const added = await portal.call(
      familyEndpoints.addDependent,
      { body: { name, relation } },
      holder.account,
    )
    patient.dependentId = added._id
    patient.recordId = added._id
  } else if (email !== '') {
    const body = { name, birthDate, phone, email, language, alert, note }
    const { _id } = await portal.call(patientEndpoints.addPatient, { body }, desk)
    patient.recordId = _id
  }
}

async function holderOf({ portal }: Clinic, accountId: string): Promise<string> {
  const { id } = await portal.deps.database.query
    .selectFrom('patients')
    .select('id')
    .where('accountId', '=', accountId)
    .where('relation', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  return Object.keys(table) as Key[]
}
