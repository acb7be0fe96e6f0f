import { type ReactNode, useId } from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { Overview, OverviewDay } from '../../contract/reports/endpoints.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Link } from '../ui/link.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DayBars, longDay, type Series } from './day-bars.tsx'
import { appointmentsSummary, noShowsSummary, shareText, treatmentsSummary } from './summaries.ts'
import { overviewTexts } from './texts.ts'

export function AppointmentsPlot({ days, today }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const series: readonly Series<OverviewDay>[] = [
    {
      name: t.untilToday,
      look: 'solid',
      read: ({ day, appointments }) => (day <= today ? appointments : 0),
    },
    {
      name: t.toCome,
      look: 'hatched',
      read: ({ day, appointments }) => (day > today ? appointments : 0),
    },
  ]
  return (
    <PlotFigure
      title={t.appointmentsADay}
      summary={appointmentsSummary(language, days, today)}
      legend={series}
      columns={[
        { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) },
        { heading: t.appointments, cell: ({ appointments }) => appointments },
        { heading: t.cancelled, cell: ({ cancelled }) => cancelled },
      ]}
      rows={days}
      rowKey={({ day }) => day}
    >
      <DayBars days={days} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

/** Names are longer than an axis has room for: each bar stands under its own. */
function SlotsPlot({ treatments }: Pick<Overview, 'treatments'>) {
  const language = useLanguage()
  const t = overviewTexts[language]
  return (
    <PlotFigure
      title={t.filled}
      summary={treatmentsSummary(language, treatments)}
      columns={[
        { heading: sharedTexts[language].treatment, cell: ({ name }) => name },
        { heading: t.booked, cell: ({ booked }) => booked },
        { heading: t.onOffer, cell: ({ capacity }) => capacity },
        {
          heading: t.share,
          cell: ({ booked, capacity }) => shareText(language, booked, capacity),
        },
      ]}
      rows={treatments}
      rowKey={({ name }) => name}
    >
      <ul className="fill">
        {treatments.map(({ name, booked, capacity }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{shareText(language, booked, capacity)}</span>
            <span className="fill-room">
              <span
                className="fill-bar"
                style={{ width: `${capacity > 0 ? Math.min(1, booked / capacity) * 100 : 0}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </PlotFigure>
  )
}

/** How full treatments are by their slots; where doctors decide what is free, the report says it by hours. */
export function TreatmentsPlot({ treatments, byDoctors }: Overview) {
  if (!byDoctors) return <SlotsPlot treatments={treatments} />
  return (
    <>
      {treatments.length > 0 && <SlotsPlot treatments={treatments} />}
      <ByHours />
    </>
  )
}

/** Where doctors decide what is free, hours say how full a clinic is. */
function ByHours() {
  const t = useTexts(overviewTexts)
  return (
    <p>
      <Link to={paths.practiceReport}>{t.byHours}</Link>
    </p>
  )
}

/** Only days until today: appointments to come cannot be missed yet. */
export function NoShowsPlot({ days, today }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const series: readonly Series<OverviewDay>[] = [
    { name: t.noShows, look: 'solid', read: ({ noShows }) => noShows },
  ]
  const past = days.filter(({ day }) => day <= today)
  return (
    <PlotFigure
      title={t.noShows}
      summary={noShowsSummary(language, past)}
      columns={[
        { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) },
        { heading: t.noShows, cell: ({ noShows }) => noShows },
        { heading: t.ofAppointments, cell: ({ appointments }) => appointments },
      ]}
      rows={past}
      rowKey={({ day }) => day}
    >
      <DayBars days={past} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

type PlotFigureProps<Row> = {
  title: string
  /** What the plot shows, in one sentence. */
  summary: string
  /** What each kind of bar means; none where there is one kind. */
  legend?: readonly { name: string; look: string }[]
  /** What it shows can be chosen. */
  choice?: ReactNode
  /** Stands in place of the picture and the table: they are loading, or failed to. */
  instead?: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The table is what is read, printed and compared: it is shown at first. */
  showsTable?: boolean
  /** The picture, for eyes alone: sentence and table say the same. */
  children: ReactNode
}

/** One plot with its heading, its meaning in words, and the numbers behind it as a table. */
export function PlotFigure<Row>(props: PlotFigureProps<Row>) {
  const { title, summary, choice, instead, children, ...table } = props
  const id = useId()
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption className="plot-words">
        <h3 id={id}>{title}</h3>
        {choice}
        <p aria-live={choice ? 'polite' : undefined}>{summary}</p>
      </figcaption>
      {instead ?? (
        <PlotBody title={title} {...table}>
          {children}
        </PlotBody>
      )}
    </figure>
  )
}

type PlotBodyProps<Row> = Omit<PlotFigureProps<Row>, 'summary' | 'choice' | 'instead'>

function PlotBody<Row>(props: PlotBodyProps<Row>) {
  const { title, legend = [], showsTable = false, children, ...table } = props
  const t = useTexts(overviewTexts)
  return (
    <>
      <div aria-hidden="true">
        {legend.length > 0 && (
          <ul className="plot-legend">
            {legend.map(({ name, look }) => (
              <li key={name}>
                <span className={`plot-swatch plot-swatch-${look}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
      <details className="plot-table" open={showsTable}>
        <summary>
          {t.showTable}
          <span className="visually-hidden">: {title}</span>
        </summary>
        <Table caption={title} hideCaption {...table} />
      </details>
    </>
  )
}
