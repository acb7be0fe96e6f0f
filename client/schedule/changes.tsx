import { useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment, VisitStatus } from '../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../contract/show.ts'
import { call, type Refusal } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Segments } from './segments.tsx'
import { appointmentTexts } from './texts.ts'
import { statusBefore } from './visits/visit.ts'

/** What a dialog that changes an appointment is given. */
export type ChangeProps = {
  appointment: StaffAppointment
  /** The answer, which may be newer than what is shown. */
  onChanged: (answer: StaffAppointment) => void
}

/** What staff see of an appointment, on any screen. */
export const touches: readonly Endpoint[] = [
  scheduleEndpoints.readDay,
  scheduleEndpoints.readMonth,
  scheduleEndpoints.readStaffAppointment,
  scheduleEndpoints.listDoctorsAt,
  scheduleEndpoints.searchAppointments,
  endpoints.listFreeDays,
]

/** The answers to our own changes, until what is read has caught up with them. */
export function useNewest() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, StaffAppointment>>(new Map())
  return {
    newest(one: StaffAppointment): StaffAppointment {
      const answer = answers.get(one._id)
      return answer && answer.revision > one.revision ? answer : one
    },
    learn(answer: StaffAppointment) {
      setAnswers((before) => new Map(before).set(answer._id, answer))
    },
  }
}

/** Why a change was not made, as staff read it. */
export function refusalText(
  language: Language,
  { kind, code, message, issues }: Pick<Refusal, 'kind' | 'code' | 'message' | 'issues'>,
): string {
  const { unexpected, unsure } = t[language]
  const said = issues.map((issue) => issue.message).join(' ') || message
  const text = code === 'unexpected' ? unexpected : said
  return kind === 'unclear' ? `${text} ${unsure}` : text
}

const t = defineTexts({
  en: {
    unsure: 'It may or may not have been done: please look before trying again.',
    unexpected: 'Something went wrong on our side.',
    didCome: (patientName: string, slot: string) => `Did ${patientName} come at ${slot}?`,
  },
  es: {
    unsure: 'Puede que se haya hecho o no: compruébelo antes de intentarlo de nuevo, por favor.',
    unexpected: 'Algo falló de nuestro lado.',
    didCome: (patientName, slot) => `¿Vino ${patientName}, ${slot}?`,
  },
})

/** Sets a status, on the state of the appointment that is shown; a refusal is said in a toast. */
export function useSetStatus({ appointment, onChanged }: ChangeProps) {
  const language = useLanguage()
  const { _id: id, revision } = appointment
  const { pending, run } = useAction({
    send: (status: VisitStatus) =>
      call(scheduleEndpoints.setStatus, { params: { id }, body: { revision, status } }),
    touches,
    onDone: (answer) => onChanged(answer),
    onRefused: (refusal) => toast.error(refusalText(language, refusal)),
  })
  return { pending, set: (status: VisitStatus) => void run(status) }
}

const statuses: readonly VisitStatus[] = ['arrived', 'seated', 'completed', 'no_show']

/** How the visit stands; a second press takes the status back to the one before it. */
export function StatusButtons(props: ChangeProps) {
  const language = useLanguage()
  const { pending, set } = useSetStatus(props)
  const { appointment } = props
  const { status, patientName, slot } = appointment
  if (status === 'cancelled') return null
  return (
    <Segments
      label={t[language].didCome(patientName, showSlot(language, slot))}
      options={statuses.map((value) => ({
        value,
        label: appointmentTexts[language].statuses[value],
      }))}
      value={status === 'booked' ? null : status}
      busy={pending}
      onPress={(next) => set(next === status ? statusBefore(appointment) : next)}
    />
  )
}
