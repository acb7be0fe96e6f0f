import { type Language, locales } from '../../contract/language.ts'
import type { ChairUse, DoctorUse, PracticeReport } from '../../contract/reports/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { PlotFigure } from './plots.tsx'
import { practiceTexts } from './texts.ts'

type UseFigureProps = {
  title: string
  /** What a row is called: a doctor, a chair. */
  kind: string
  /** The row of what had none. */
  nobody: string
  /** Said where there is no row. */
  empty: string
  rows: readonly ChairUse[]
}

export function DoctorHours({ doctors }: PracticeReport) {
  const t = practiceTexts[useLanguage()]
  const words = { title: t.hoursByDoctor, kind: t.doctor, nobody: t.noDoctor, empty: t.nobody }
  return <UseFigure {...words} rows={doctors} />
}

export function ChairHours({ chairs }: PracticeReport) {
  const t = practiceTexts[useLanguage()]
  const words = { title: t.hoursByChair, kind: t.chair, nobody: t.noChair, empty: t.noChairs }
  return <UseFigure {...words} rows={chairs} />
}

/** How full each doctor or chair is, and what of it was lost. */
function UseFigure({ title, kind, nobody, empty, rows }: UseFigureProps) {
  const language = useLanguage()
  const t = practiceTexts[language]
  const hours = (minutes: number) => t.hours(hoursText(language, minutes))
  return (
    <PlotFigure
      title={title}
      showsTable
      summary={rows.length === 0 ? empty : summarizeUse(language, rows)}
      legend={[
        { name: t.seen, look: 'solid' },
        { name: t.missed, look: 'hatched' },
      ]}
      instead={rows.length === 0 ? '' : undefined}
      columns={[
        { heading: kind, cell: ({ name }) => name ?? nobody },
        { heading: t.appointments, cell: ({ appointments }) => appointments },
        { heading: t.offered, cell: ({ offered }) => hours(offered) },
        { heading: t.booked, cell: ({ booked }) => hours(booked) },
        { heading: t.filled, cell: (row) => shareOf(language, row) },
        { heading: t.missed, cell: ({ missed }) => hours(missed) },
        { heading: t.cancelledLate, cell: ({ cancelledLate }) => hours(cancelledLate) },
      ]}
      rows={rows}
      rowKey={({ _id }) => _id ?? ''}
    >
      <ul className="fill">
        {rows.map((row) => (
          <li key={row._id}>
            <span>{row.name ?? nobody}</span>
            <span>{shareOf(language, row)}</span>
            <UseBar {...row} />
          </li>
        ))}
      </ul>
    </PlotFigure>
  )
}

/** What was booked, of the hours offered; at the end of it, what was missed. */
function UseBar({ offered, booked, missed }: ChairUse) {
  const width = (minutes: number) => `${(minutes / Math.max(offered, booked, 1)) * 100}%`
  return (
    <span className="fill-room fill-room-parts">
      <span className="fill-bar" style={{ width: width(booked - missed) }} />
      <span className="fill-missed" style={{ width: width(missed) }} />
    </span>
  )
}

export function DoctorMoney({ doctors }: PracticeReport) {
  const language = useLanguage()
  const t = practiceTexts[language]
  const dollars = (amount: number) => showDollars(language, amount)
  const most = Math.max(...doctors.map(keptOf), 1)
  const total = (read: (row: DoctorUse) => number) => dollars(sumOf(doctors, read))
  return (
    <PlotFigure
      title={t.moneyByDoctor}
      showsTable
      summary={
        doctors.length === 0
          ? t.nobody
          : t.money(
              total(keptOf),
              total(({ collected }) => collected),
              total(({ returned }) => returned),
            )
      }
      instead={doctors.length === 0 ? '' : undefined}
      columns={[
        { heading: t.doctor, cell: ({ name }) => name ?? t.noDoctor },
        { heading: t.collected, cell: ({ collected }) => dollars(collected) },
        { heading: t.returned, cell: ({ returned }) => dollars(returned) },
        { heading: t.kept, cell: (row) => dollars(keptOf(row)) },
      ]}
      rows={doctors}
      rowKey={({ _id }) => _id ?? ''}
    >
      <ul className="fill">
        {doctors.map((row) => (
          <li key={row._id}>
            <span>{row.name ?? t.noDoctor}</span>
            <span>{dollars(keptOf(row))}</span>
            <span className="fill-room">
              <span className="fill-bar" style={{ width: `${(keptOf(row) / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </PlotFigure>
  )
}

/** '12.5' */
export function hoursText(language: Language, minutes: number): string {
  return (minutes / 60).toLocaleString(locales[language], { maximumFractionDigits: 1 })
}

function shareOf(language: Language, { booked, offered }: ChairUse): string {
  if (offered === 0) return practiceTexts[language].noShare
  return (booked / offered).toLocaleString(locales[language], { style: 'percent' })
}

/** '148 of 190 hours are booked, 78%; 6.5 hours were lost to no-shows and late cancellations.' */
export function summarizeUse(language: Language, rows: readonly ChairUse[]): string {
  const t = practiceTexts[language]
  const total = (read: (row: ChairUse) => number) =>
    rows.reduce((minutes, row) => minutes + read(row), 0)
  const [booked, offered] = [total((row) => row.booked), total((row) => row.offered)]
  const lost = total(({ missed, cancelledLate }) => missed + cancelledLate)
  if (offered === 0) return t.noHours
  const share = (booked / offered).toLocaleString(locales[language], { style: 'percent' })
  const [first, second, third] = [booked, offered, lost].map((one) => hoursText(language, one))
  return t.use(first ?? '', second ?? '', share, third ?? '')
}

function keptOf({ collected, returned }: DoctorUse): number {
  return (Math.round(collected * 100) - Math.round(returned * 100)) / 100
}

/** Dollars are added as cents, so that no sum ends in a trail of nines. */
function sumOf(rows: readonly DoctorUse[], read: (row: DoctorUse) => number): number {
  return rows.reduce((cents, row) => cents + Math.round(read(row) * 100), 0) / 100
}
