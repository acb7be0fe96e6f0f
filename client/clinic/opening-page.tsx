import { useRef } from 'react'
import { openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { readTogether, useRead } from '../data/use-read.ts'
import { useRevision } from '../forms/changed-meanwhile.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { CloseDaysForm } from './close-days-form.tsx'
import { Closures } from './closures.tsx'
import './opening.css'
import { closuresTexts, openingTexts } from './opening-texts.ts'
import { RulesForm } from './rules-form.tsx'

const reads = [openingEndpoints.readOpening, endpoints.readCalendar]

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
  const source = readTogether('opening', reads, null, loadOpening)
  const { data, error, isLoading, reload } = useRead(source, { fresh: true })
  const closures = useRef<HTMLHeadingElement>(null)
  const revision = useRevision(data?.opening.revision ?? 0)

  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OpeningSkeleton />
  return (
    <StaffPage title={t.title}>
      <RulesForm rules={data.opening} today={data.today} revision={revision} />
      <section className="closures" aria-labelledby="closures-heading">
        <h3 id="closures-heading" ref={closures} tabIndex={-1}>
          {closuresTitle}
        </h3>
        <Closures opening={data.opening} revision={revision} focusAfterwards={closures} />
        <CloseDaysForm today={data.today} revision={revision} />
      </section>
    </StaffPage>
  )
}

function OpeningSkeleton() {
  const t = useTexts(openingTexts)
  return (
    <StaffPage title={t.title}>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="120px" />
      <Skeleton width="320px" height="102px" />
      <Skeleton width="320px" height="136px" />
      <Skeleton width="190px" height="48px" />
      <div className="closures" aria-busy="true">
        <Skeleton width="60%" height="28px" />
        <Skeleton height="360px" />
      </div>
    </StaffPage>
  )
}
