import type { ReactNode } from 'react'
import type { Day } from '../../contract/date.ts'
import type { StaffAppointment, StaffAppointmentDetails } from '../../contract/staff-appointment.ts'
import { dollarText } from '../price-text.ts'
import { dayText } from './day-text.ts'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'

type Refund = StaffAppointmentDetails['refund']

type AppointmentFactsProps = { appointment: StaffAppointment; day: Day; refund: Refund }

const refunds = {
  requested: 'A refund is on its way.',
  succeeded: 'Refunded to the card.',
  failed: 'A refund failed. Please look at it with the card provider.',
} as const

/** What is known of an appointment. */
export function AppointmentFacts({ appointment, day, refund }: AppointmentFactsProps) {
  const { patient, phone, treatment, slot, price, transactionId } = appointment
  return (
    <dl className="details-facts">
      <Fact label="When">
        <strong>{dayText(day)}</strong>
        <span className="details-aside">{slot}</span>
      </Fact>
      <Fact label="Treatment">{treatment}</Fact>
      <Fact label="Phone">
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label="Email">
        {patient === null ? (
          'None: cannot be told by mail'
        ) : (
          <a href={`mailto:${patient}`}>{patient}</a>
        )}
      </Fact>
      <Fact label="Price">{dollarText(price)}</Fact>
      <Fact label="Payment">
        {paymentText(appointment)}
        {refund && <span className="details-aside">{refunds[refund]}</span>}
        {transactionId && <span className="details-aside details-code">{transactionId}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="details-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
