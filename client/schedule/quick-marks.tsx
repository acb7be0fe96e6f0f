import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { Mark, StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { Segments } from './segments.tsx'
import { appointmentTexts } from './texts-appointment.ts'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'

const marks: readonly Mark[] = ['arrived', 'done', 'no_show']

type QuickMarksProps = {
  appointment: StaffAppointment
  onMarked: (answer: StaffAppointment) => void
  reload: () => void
}

/** Whether the patient came; a second press takes the mark away. */
export function QuickMarks({ appointment, onMarked, reload }: QuickMarksProps) {
  const language = useLanguage()
  const { isBusy, run } = useChange(reload)
  const { _id: id, revision, state, patientName, slot } = appointment
  if (state === 'cancelled') return null

  function press(pressed: Mark) {
    const mark = pressed === state ? null : pressed
    const input = { params: { id }, body: { revision, mark } }
    void run(
      () => call(dayEndpoints.markAppointment, input),
      onMarked,
      ({ text }) => toast.error(text),
    )
  }
  return (
    <Segments
      label={changeTexts[language].didCome(patientName, showSlot(language, slot))}
      options={marks.map((value) => ({ value, label: appointmentTexts[language].states[value] }))}
      value={state === 'booked' ? null : state}
      busy={isBusy}
      onPress={press}
    />
  )
}
