import { dayEndpoints } from '../../contract/day-endpoints.ts'
import type { Mark, StaffAppointment } from '../../contract/staff-appointment.ts'
import { call } from '../api.ts'
import { toast } from '../ui/toast.ts'
import { Segments } from './segments.tsx'
import { useChange } from './use-change.ts'

const marks = [
  { value: 'arrived', label: 'Arrived' },
  { value: 'done', label: 'Done' },
  { value: 'no_show', label: 'No-show' },
] as const satisfies readonly { value: Mark; label: string }[]

type QuickMarksProps = {
  appointment: StaffAppointment
  onMarked: (answer: StaffAppointment) => void
  reload: () => void
}

/** Whether the patient came; a second press takes the mark away. */
export function QuickMarks({ appointment, onMarked, reload }: QuickMarksProps) {
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
      label={`Did ${patientName} come at ${slot}?`}
      options={marks}
      value={state === 'booked' ? null : state}
      busy={isBusy}
      onPress={press}
    />
  )
}
