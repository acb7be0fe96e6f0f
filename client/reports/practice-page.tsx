import { Download, Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  daysOfMonth,
  monthOf,
  parseDay,
} from '../../contract/date.ts'
import { issueTexts } from '../../contract/issues.ts'
import {
  mostReportDays,
  type PracticeReport,
  reportEndpoints,
} from '../../contract/reports/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { DownloadButton } from '../data/download-button.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { monthText } from '../i18n/month-text.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ChairHours, DoctorHours, DoctorMoney } from './practice-figures.tsx'
import { overviewTexts, practiceTexts } from './texts.ts'
import './overview.css'
import './practice.css'

type Range = { from: Day; to: Day }

/** What doctors and chairs did on a range of days, which stands in the address. */
export function PracticePage() {
  const t = useTexts(practiceTexts)
  const [range, choose] = useRange()
  // Days with a problem are corrected beside the usual ones, which say what today is.
  const asked = range && problemOf(range) === undefined ? range : {}
  const { data, isCurrent, error, isLoading, reload } = useRead(
    read(reportEndpoints.readPractice, { query: asked }),
  )
  const shown = range ?? (data && { from: data.from, to: data.to })
  const hasFailed = error !== undefined && !isCurrent
  return (
    <StaffPage title={t.title}>
      <p className="practice-lead">{t.lead}</p>
      {data && shown && <RangeForm range={shown} today={data.today} onChoose={choose} />}
      {hasFailed && <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />}
      {data && shown && !hasFailed && problemOf(shown) === undefined && (
        <div className="overview" aria-busy={!isCurrent}>
          <DoctorHours {...data} />
          <ChairHours {...data} />
          <DoctorMoney {...data} />
          <Definitions {...data} />
        </div>
      )}
      {!data && error === undefined && <PracticeSkeleton />}
    </StaffPage>
  )
}

/** `?from=2026-06-01&to=2026-06-30`; `null` where the address names none. The way back leads to the last period. */
function useRange() {
  const [query, setQuery] = useSearchParams()
  const [from, to] = [query.get('from'), query.get('to')]
  const range = from === null || to === null ? null : { from, to }
  const choose = (next: Range, { replace }: { replace: boolean }) =>
    setQuery(new URLSearchParams(next), { replace, preventScrollReset: true })
  return [range, choose] as const
}

function problemOf({ from, to }: Range): 'chooseBoth' | 'backwards' | 'tooLong' | undefined {
  if (!parseDay(from) || !parseDay(to)) return 'chooseBoth'
  if (to < from) return 'backwards'
  return daysBetween(from, to) >= mostReportDays ? 'tooLong' : undefined
}

/** Months before the present one that can be chosen. */
const monthsBack = 24

type RangeFormProps = {
  range: Range
  today: Day
  onChoose: (range: Range, options: { replace: boolean }) => void
}

/** The overview's periods, any other days, and what can be done with the report. */
function RangeForm({ range, today, onChoose }: RangeFormProps) {
  const language = useLanguage()
  const t = practiceTexts[language]
  const shared = overviewTexts[language]
  const first = `${monthOf(today)}-01`
  const months = Array.from({ length: monthsBack + 1 }, (_, n) => addMonths(first, -n))
  const periods = [
    { label: shared.aroundToday, from: addDays(today, -30), to: addDays(today, 14) },
    ...months.map((day) => ({
      ...{ label: monthText(language, day), from: day },
      to: daysOfMonth(monthOf(day)).at(-1) ?? day,
    })),
  ].map((period) => ({ ...period, value: `${period.from}/${period.to}` }))
  const chosen = `${range.from}/${range.to}`
  const isOwn = periods.every(({ value }) => value !== chosen)
  const problem = problemOf(range)
  const problems = { ...shared, tooLong: issueTexts[language].range_long }
  /** Each day passes through others while it is typed. */
  const typeDays = (days: Partial<Range>) => onChoose({ ...range, ...days }, { replace: true })
  const path = `${reportEndpoints.exportPractice.path}?${new URLSearchParams(range)}`
  return (
    <div className="practice-range">
      <SelectField
        label={t.period}
        value={chosen}
        onChange={({ target }) => {
          const period = periods.find(({ value }) => value === target.value)
          if (period) onChoose({ from: period.from, to: period.to }, { replace: false })
        }}
        options={isOwn ? [{ value: chosen, label: t.ownDays }, ...periods] : periods}
      />
      <Field
        label={shared.from}
        type="date"
        value={range.from}
        onChange={({ target }) => typeDays({ from: target.value })}
      />
      <Field
        label={shared.to}
        type="date"
        value={range.to}
        error={problem && problems[problem]}
        onChange={({ target }) => typeDays({ to: target.value })}
      />
      <div className="practice-acts">
        <DownloadButton href={problem ? undefined : path}>
          <Icon of={Download} />
          {t.exportCsv}
        </DownloadButton>
        <Button variant="quiet" onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
      </div>
    </div>
  )
}

function Definitions({ cutoffMinutes }: PracticeReport) {
  const t = useTexts(practiceTexts)
  return (
    <section className="practice-counts" aria-labelledby="practice-counts">
      <h3 id="practice-counts">{t.counts}</h3>
      <dl>
        {t.definitions(t.cutoff(cutoffMinutes), mostReportDays).map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PracticeSkeleton() {
  const t = useTexts(practiceTexts)
  return (
    <div className="overview" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {[1, 2, 3].map((plot) => (
        <div className="plot" key={plot}>
          <Skeleton width="220px" height="26px" />
          <Skeleton width="80%" height="26px" />
          <Skeleton height="200px" />
        </div>
      ))}
    </div>
  )
}
