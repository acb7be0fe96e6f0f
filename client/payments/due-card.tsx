import { CalendarDays, Clock, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '../../contract/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../api.ts'
import { zoneNote } from '../clinic-zone.ts'
import { dollarText } from '../price-text.ts'
import { Icon } from '../ui/icon.tsx'
import { useFetched } from '../use-fetched.ts'
import './due-card.css'

/** What is being paid for: in sight at every step. */
export function DueCard({ appointment }: { appointment: Booking }) {
  const { patientName, treatment, date, slot, price } = appointment
  const zone = useZone(date)
  return (
    <section className="due" aria-label="Your appointment">
      <h3 className="due-treatment">{treatment}</h3>
      <dl className="due-facts">
        <Fact name="Patient" icon={<Icon of={UserRound} size={18} />}>
          {patientName}
        </Fact>
        <Fact name="Date" icon={<Icon of={CalendarDays} size={18} />}>
          {date}
        </Fact>
        <Fact name="Time" icon={<Icon of={Clock} size={18} />}>
          {slot}
          {zone && <span className="due-zone">{zone}</span>}
        </Fact>
      </dl>
      <p className="due-price">
        Price: <strong>{dollarText(price)}</strong>
      </p>
    </section>
  )
}

type FactProps = { name: string; icon: ReactNode; children: ReactNode }

function Fact({ name, icon, children }: FactProps) {
  return (
    <div className="due-fact">
      {icon}
      <dt className="visually-hidden">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Without the clinic's zone the time still stands, only the note is missing. */
function useZone(date: string): string | null {
  const calendar = useFetched('calendar', (signal) => call(endpoints.readCalendar, {}, { signal }))
  const day = parseDay(date)
  return calendar.data && day ? zoneNote(calendar.data.timeZone, day) : null
}
