import { useRef } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import { openingEndpoints } from '../../contract/opening-endpoints.ts'
import { call } from '../api.ts'
import { useTexts } from '../language.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { StaffPage } from '../staff-page.tsx'
import { useFetched } from '../use-fetched.ts'
import { CloseDaysForm } from './close-days-form.tsx'
import { Closures } from './closures.tsx'
import './opening-page.css'
import { OpeningSkeleton } from './opening-skeleton.tsx'
import { RulesForm } from './rules-form.tsx'
import { closuresTexts, openingTexts } from './texts.ts'

async function loadOpening(signal: AbortSignal) {
  const [opening, { today }] = await Promise.all([
    call(openingEndpoints.readOpening, {}, { signal }),
    call(endpoints.readCalendar, {}, { signal }),
  ])
  return { opening, today }
}

/** When the clinic can be booked: the rules of every week, and the days that are closed besides. */
export function OpeningPage() {
  const say = useTexts(openingTexts)
  const { title: closuresTitle } = useTexts(closuresTexts)
  const { data, error, isLoading, reload } = useFetched('opening', loadOpening)
  const closures = useRef<HTMLHeadingElement>(null)

  if (!data && error !== undefined) {
    return <LoadFailure what={say.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OpeningSkeleton />
  return (
    <StaffPage title={say.title}>
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
