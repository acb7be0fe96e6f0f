import { useRef } from 'react'
import { openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { CloseDaysForm } from './close-days-form.tsx'
import { Closures } from './closures.tsx'
import './opening-page.css'
import { OpeningSkeleton } from './opening-skeleton.tsx'
import { closuresTexts, openingTexts } from './opening-texts.ts'
import { RulesForm } from './rules-form.tsx'

async function loadOpening(signal: AbortSignal) {
  const [opening, { today }] = await Promise.all([
    call(openingEndpoints.readOpening, {}, { signal }),
    call(endpoints.readCalendar, {}, { signal }),
  ])
  return { opening, today }
}

/** When the clinic can be booked: the rules of every week, and the days that are closed besides. */
export function OpeningPage() {
  const t = useTexts(openingTexts)
  const { title: closuresTitle } = useTexts(closuresTexts)
  const { data, error, isLoading, reload } = useFetched('opening', loadOpening)
  const closures = useRef<HTMLHeadingElement>(null)

  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OpeningSkeleton />
  return (
    <StaffPage title={t.title}>
      <RulesForm rules={data.opening} onSaved={reload} />
      <section className="closures" aria-labelledby="closures-heading">
        <h3 id="closures-heading" ref={closures} tabIndex={-1}>
          {closuresTitle}
        </h3>
        <Closures closures={data.opening.closures} onOpened={reload} focusAfterwards={closures} />
        <CloseDaysForm today={data.today} onClosed={reload} />
      </section>
    </StaffPage>
  )
}
