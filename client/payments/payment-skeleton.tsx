import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import '../domain/appointment-card.css'
import { paymentTexts } from './texts.ts'

const facts = ['patient', 'date', 'time']

export function PaymentSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {useTexts(paymentTexts).loading}
      </p>
      <div className="payment-columns" aria-hidden="true">
        <div className="ticket">
          <Skeleton width="70%" height="1.6em" />
          <div className="ticket-facts">
            {facts.map((fact) => (
              <Skeleton key={fact} width="85%" height="1.6em" />
            ))}
          </div>
          <div className="ticket-price">
            <Skeleton width="100%" height="2.2em" />
          </div>
        </div>
        <CardFormSkeleton />
      </div>
    </div>
  )
}

/** The form's fields in their size, while its scripts are on their way. */
export function CardFormSkeleton() {
  return (
    <div className="pay-form" aria-hidden="true">
      <Skeleton height="56px" />
      <FieldBones />
      <FieldBones />
      <div className="card-pair">
        <FieldBones />
        <FieldBones />
      </div>
      <Skeleton height="64px" />
    </div>
  )
}

function FieldBones() {
  return (
    <div className="field">
      <Skeleton width="40%" height="1.6em" />
      <Skeleton height="48px" />
    </div>
  )
}
