import type { Day } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDay } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { type Column, Table } from '../ui/table.tsx'
import { PatientLink } from './patient-link.tsx'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'
import { QuickMarks } from './quick-marks.tsx'
import { StateBadge } from './state-badge.tsx'
import { dayTexts } from './texts.ts'
import { useNewest } from './use-newest.ts'
import './day-list.css'

type DayListProps = {
  day: Day
  appointments: readonly StaffAppointment[]
  /** Marks are for days that have come. */
  canMark: boolean
  reload: () => void
}

/** The day as a list, fit for printing. */
export function DayList({ day, appointments, canMark, reload }: DayListProps) {
  const language = useLanguage()
  const columns = useColumns()
  const { newest, learn } = useNewest()
  const actions: Column<StaffAppointment> = {
    heading: sharedTexts[language].actions,
    cell: (one) => <QuickMarks appointment={one} onMarked={learn} reload={reload} />,
  }
  return (
    <div className="day-list">
      <Table
        caption={dayTexts[language].appointmentsOn(showDay(language, day))}
        hideCaption
        columns={canMark ? [...columns, actions] : columns}
        rows={appointments.map(newest)}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

function useColumns(): readonly Column<StaffAppointment>[] {
  const language = useLanguage()
  const t = useTexts(sharedTexts)
  return [
    { heading: t.time, cell: ({ slot }) => <SlotText slot={slot} /> },
    { heading: t.patient, cell: (one) => <PatientLink appointment={one} /> },
    { heading: t.treatment, cell: ({ treatment }) => treatment },
    { heading: t.phone, cell: ({ phone }) => <PhoneLink phone={phone} /> },
    { heading: t.state, cell: (one) => <StateBadge {...one} /> },
    { heading: t.payment, cell: (one) => paymentText(language, one) },
  ]
}
