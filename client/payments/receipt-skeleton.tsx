import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { receiptTexts } from './receipt-texts.ts'

const lines = ['patient', 'treatment', 'appointment', 'paid', 'card', 'transaction']

export function ReceiptSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {useTexts(receiptTexts).loading}
      </p>
      <div className="receipt-paper" aria-hidden="true">
        <div className="receipt-head">
          <Skeleton width="50%" height="2.2em" />
          <Skeleton width="70%" height="1.6em" />
          <Skeleton width="40%" height="1.6em" />
        </div>
        <div className="receipt-lines">
          {lines.map((line) => (
            <Skeleton key={line} height="1.6em" />
          ))}
        </div>
        <Skeleton height="3em" />
      </div>
    </div>
  )
}
