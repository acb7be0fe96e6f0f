import type { ReactNode } from 'react'
import type { Day } from '../../contract/date.ts'
import type {
  StaffAppointment,
  StaffAppointmentDetails,
} from '../../contract/schedule/staff-appointment.ts'
import { showDollars, showSlot } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { dayText } from './day-text.ts'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'
import { appointmentTexts } from './texts-appointment.ts'

type Refund = StaffAppointmentDetails['refund']

type AppointmentFactsProps = { appointment: StaffAppointment; day: Day; refund: Refund }

/** What is known of an appointment. */
export function AppointmentFacts({ appointment, day, refund }: AppointmentFactsProps) {
  const language = useLanguage()
  const shared = sharedTexts[language]
  const t = appointmentTexts[language]
  const { patient, phone, treatment, slot, price, transactionId } = appointment
  return (
    <dl className="details-facts">
      <Fact label={t.when}>
        <strong>{dayText(language, day)}</strong>
        <span className="details-aside">{showSlot(language, slot)}</span>
      </Fact>
      <Fact label={shared.treatment}>{treatment}</Fact>
      <Fact label={shared.phone}>
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label={shared.email}>
        {patient === null ? t.noEmail : <a href={`mailto:${patient}`}>{patient}</a>}
      </Fact>
      <Fact label={shared.price}>{showDollars(language, price)}</Fact>
      <Fact label={shared.payment}>
        {paymentText(language, appointment)}
        {refund && <span className="details-aside">{t.refunds[refund]}</span>}
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
