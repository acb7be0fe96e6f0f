import { Download } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, addMonths, type Day, monthOf, parseDay } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import {
  type Collected,
  type Overview,
  type OverviewDay,
  reportEndpoints,
} from '../../contract/reports/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { Month } from '../../contract/treatments/treatment.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { DownloadButton } from '../data/download-button.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { monthText } from '../i18n/month-text.ts'
import { sharedTexts } from '../i18n/texts.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Column } from '../ui/table.tsx'
import { DayBars, longDay, type Series } from './day-bars.tsx'
import { AppointmentsPlot, NoShowsPlot, PlotFigure, TreatmentsPlot } from './plots.tsx'
import { moneySummary, monthSummary, shortDollars } from './summaries.ts'
import { overviewTexts } from './texts.ts'
import './overview.css'

/** How the clinic does: the last 30 days, today and the next 14 in four plots, and all of it as CSV. */
export function OverviewPage() {
  const t = useTexts(overviewTexts)
  const { data, error, isLoading, reload } = useRead(read(reportEndpoints.readOverview, {}))
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OverviewSkeleton />
  return (
    <StaffPage title={t.title}>
      <div className="overview">
        <AppointmentsPlot {...data} />
        <TreatmentsPlot {...data} />
        <MoneyPlot {...data} />
        <NoShowsPlot {...data} />
        <ExportForm today={data.today} />
      </div>
    </StaffPage>
  )
}

function OverviewSkeleton() {
  const t = useTexts(overviewTexts)
  return (
    <StaffPage title={t.title}>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <div className="overview" aria-busy="true">
        {[1, 2, 3].map((plot) => (
          <div className="plot" key={plot}>
            <Skeleton width="220px" height="26px" />
            <Skeleton width="80%" height="26px" />
            <Skeleton height="264px" />
          </div>
        ))}
      </div>
    </StaffPage>
  )
}

/** What was collected and is outstanding around today, or what was collected in a month. */
function MoneyPlot({ days, today }: Overview) {
  const language = useLanguage()
  const [month, choose] = useMonth()
  const thisMonth = monthOf(today)
  const collected = useRead(
    read(reportEndpoints.readCollected, { query: { month: month ?? thisMonth } }),
    { enabled: month !== null },
  )
  const shared = {
    title: overviewTexts[language].money,
    choice: <MonthField month={month} today={today} onChoose={choose} />,
    rowKey: ({ day }: { day: Day }) => day,
  }
  if (month === null) {
    const series = seriesAround(language)
    return (
      <PlotFigure
        {...shared}
        summary={moneySummary(language, days, today)}
        legend={series}
        columns={columnsAround(language)}
        rows={days}
      >
        <MoneyBars days={days} today={today} series={series} />
      </PlotFigure>
    )
  }
  const { data, isCurrent } = collected
  const rows = data && isCurrent ? data.days : []
  return (
    <PlotFigure
      {...shared}
      summary={data && isCurrent ? monthSummary(language, rows, textOf(language, month)) : ''}
      instead={data && isCurrent ? undefined : <MonthAbsent {...collected} />}
      columns={[dayColumn(language), takenColumn(language)]}
      rows={rows}
    >
      <MoneyBars
        days={rows}
        today={today}
        series={[
          { name: overviewTexts[language].taken, look: 'solid', read: ({ taken }) => taken },
        ]}
      />
    </PlotFigure>
  )
}

/** `?month=2026-11` of the address; `null` where it names none. The way back leads to the last one. */
function useMonth() {
  const [query, setQuery] = useSearchParams()
  const month = Month.safeParse(query.get('month')).data ?? null
  function choose(next: string) {
    const changed = new URLSearchParams(query)
    if (next === '') changed.delete('month')
    else changed.set('month', next)
    setQuery(changed, { preventScrollReset: true })
  }
  return [month, choose] as const
}

/** Months before the present one that can be chosen; an address may name any. */
const monthsBack = 24

type MonthFieldProps = { month: string | null; today: Day; onChoose: (month: string) => void }

function MonthField({ month, today, onChoose }: MonthFieldProps) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const first = `${monthOf(today)}-01`
  const offered = Array.from({ length: monthsBack + 1 }, (_, n) => monthOf(addMonths(first, -n)))
  const months = month === null || offered.includes(month) ? offered : [...offered, month]
  return (
    <div className="plot-choice">
      <SelectField
        label={t.period}
        value={month ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          { value: '', label: t.aroundToday },
          ...months.map((one) => ({ value: one, label: textOf(language, one) })),
        ]}
      />
    </div>
  )
}

function textOf(language: Language, month: string): string {
  return monthText(language, `${month}-01`)
}

/** A month that is not there yet, in the room of its picture. */
function MonthAbsent({ error, reload, isLoading }: Reading<Collected>) {
  const t = useTexts(overviewTexts)
  if (error === undefined) return <Skeleton height="264px" />
  return <LoadFailure what={t.month} error={error} onRetry={reload} busy={isLoading} />
}

/** By the day of the appointment that the money is for. */
function seriesAround(language: Language): readonly Series<OverviewDay>[] {
  const t = overviewTexts[language]
  return [
    { name: t.collected, look: 'solid', read: ({ collected }) => collected },
    { name: t.outstanding, look: 'hatched', read: ({ outstanding }) => outstanding },
  ]
}

function columnsAround(language: Language): readonly Column<OverviewDay>[] {
  const t = overviewTexts[language]
  const dollars = (amount: number) => showDollars(language, amount)
  return [
    dayColumn(language),
    takenColumn(language),
    { heading: t.collected, cell: ({ collected }) => dollars(collected) },
    { heading: t.outstanding, cell: ({ outstanding }) => dollars(outstanding) },
  ]
}

function dayColumn(language: Language): Column<{ day: Day }> {
  return { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) }
}

function takenColumn(language: Language): Column<{ taken: number }> {
  const { taken: heading } = overviewTexts[language]
  return { heading, cell: ({ taken }) => showDollars(language, taken) }
}

type MoneyBarsProps<Row extends { day: Day }> = Pick<
  ComponentProps<typeof DayBars<Row>>,
  'days' | 'today' | 'series'
>

function MoneyBars<Row extends { day: Day }>(props: MoneyBarsProps<Row>) {
  const language = useLanguage()
  return (
    <DayBars
      {...props}
      atLeast={100}
      tickText={(value) => shortDollars(language, value)}
      valueText={(amount) => showDollars(language, amount)}
    />
  )
}

/** CSV of any range of days, for staff who have just proved who they are. */
function ExportForm({ today }: { today: Day }) {
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const t = useTexts(overviewTexts)
  const problem = findProblem(from, to)
  const exports = [
    { label: t.appointments, path: reportEndpoints.exportAppointments.path },
    { label: t.payments, path: reportEndpoints.exportPayments.path },
  ]

  return (
    <section className="export" aria-labelledby="export-heading">
      <h3 id="export-heading">{t.exportCsv}</h3>
      <p>{t.exportHint}</p>
      <div className="export-range">
        <Field
          label={t.from}
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={t.to}
          type="date"
          value={to}
          error={problem && t[problem]}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <div className="export-links">
        {exports.map(({ label, path }) => (
          <DownloadButton
            key={label}
            href={problem ? undefined : `${path}?${new URLSearchParams({ from, to })}`}
          >
            <Icon of={Download} />
            {label}
          </DownloadButton>
        ))}
      </div>
    </section>
  )
}

function findProblem(from: string, to: string): 'chooseBoth' | 'backwards' | undefined {
  if (!parseDay(from) || !parseDay(to)) return 'chooseBoth'
  return to < from ? 'backwards' : undefined
}
