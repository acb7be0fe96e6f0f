import { useId } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Day } from '../../contract/date.ts'
import { byLanguage, type Language } from '../../contract/language.ts'
import { useLanguage } from '../i18n/language.tsx'
import { overviewTexts } from './texts.ts'

/** `solid` and `hatched` differ by more than their colour. */
type Look = 'solid' | 'hatched'

type OnDay = { day: Day }

export type Series<Row extends OnDay> = {
  name: string
  look: Look
  read: (day: Row) => number
}

type DayBarsProps<Row extends OnDay> = {
  days: readonly Row[]
  /** Marked by a line. */
  today: string
  /** Stacked, the first at the bottom. */
  series: readonly Series<Row>[]
  /** The axis reaches at least this far, so that a quiet clinic's bars do not look like towers. */
  atLeast: number
  tickText?: (value: number) => string
  valueText?: (value: number) => string
}

const height = 264
const tick = { fill: 'var(--ink-muted)', fontSize: 13 }
const dayAxis = {
  dataKey: 'day',
  tick,
  tickLine: false,
  tickMargin: 8,
  minTickGap: 28,
  axisLine: { stroke: 'var(--line-strong)' },
}
const amountAxis = { width: 52, allowDecimals: false, tick, tickLine: false, axisLine: false }
const todayLine = {
  stroke: 'var(--ink)',
  strokeDasharray: '3 3',
} as const
const todayLabel = { position: 'top', fill: 'var(--ink)', fontSize: 13 } as const
const looks = {
  solid: () => ({ fill: 'var(--focus)', stroke: 'var(--focus)' }),
  hatched: (id: string) => ({ fill: `url(#${hatchOf(id)})`, stroke: 'var(--accent-text)' }),
} as const

/** Bars of numbers by day. Nothing of it moves. */
export function DayBars<Row extends OnDay>(props: DayBarsProps<Row>) {
  const { days, today, series, atLeast, tickText = String, valueText = String } = props
  const id = useId()
  const language = useLanguage()
  return (
    <div className="plot-room" style={{ height }}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <BarChart
          data={[...days]}
          margin={{ top: 28, right: 24, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          accessibilityLayer={false}
        >
          <Hatching id={id} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...dayAxis} tickFormatter={(day) => shortDay(language, day)} />
          <YAxis
            {...amountAxis}
            domain={[0, (most: number) => Math.max(most, atLeast)]}
            tickFormatter={tickText}
          />
          <ReferenceLine
            {...todayLine}
            label={{ ...todayLabel, value: overviewTexts[language].today }}
            x={today}
          />
          <Tooltip
            cursor={{ fill: 'var(--surface-quiet)' }}
            isAnimationActive={false}
            content={({ active, label }) => {
              const day = active ? days.find((one) => one.day === label) : undefined
              return day && <PlotTip day={day} series={series} valueText={valueText} />
            }}
          />
          {series.map(({ name, look, read }) => (
            <Bar
              key={name}
              name={name}
              dataKey={read}
              stackId="day"
              isAnimationActive={false}
              {...looks[look](id)}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** `Jun 5` */
export function shortDay(language: Language, day: Day): string {
  return short(language).format(new Date(day))
}

/** `Sun, Jun 5, 2022` */
export function longDay(language: Language, day: Day): string {
  return long(language).format(new Date(day))
}

const date = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const short = byLanguage((locale) => new Intl.DateTimeFormat(locale, date))
const long = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...date, weekday: 'short', year: 'numeric' }),
)

type PlotTipProps<Row extends OnDay> = {
  day: Row
  series: readonly Series<Row>[]
  valueText: (value: number) => string
}

/** The numbers of the day that is pointed at. A kind that this day has none of is left out. */
function PlotTip<Row extends OnDay>({ day, series, valueText }: PlotTipProps<Row>) {
  const language = useLanguage()
  const some = series.filter(({ read }) => read(day) > 0)
  return (
    <div className="plot-tip">
      <strong>{longDay(language, day.day)}</strong>
      {(some.length > 0 ? some : series.slice(0, 1)).map(({ name, read }) => (
        <span key={name}>
          {name}: {valueText(read(day))}
        </span>
      ))}
    </div>
  )
}

/** An id that `url(#…)` can carry. */
function hatchOf(id: string): string {
  return `hatch-${id.replaceAll(/[^\w-]/g, '')}`
}

/** Slanted lines to fill a bar with, for a plot of that id. */
function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={hatchOf(id)}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--paper)" />
        <rect width="2" height="5" fill="var(--accent-text)" />
      </pattern>
    </defs>
  )
}
