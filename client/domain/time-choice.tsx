import { parseDate } from '@internationalized/date'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { parseSlot, timeOfDay } from '../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { showDay, showMinute, showSlot } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import type { Reading } from '../data/use-read.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { freeDayTexts, useFreeDays, useNextFree } from './availability.ts'
import { ClinicPhone } from './clinic-phone.tsx'
import { nextPickableDay, whyUnpickable } from './clinic-time.ts'
import './slot-choice.css'
import './time-choice.css'

export const timeChoiceTexts = defineTexts({
  en: {
    pickADay: 'Pick a day',
    newDay: 'Day of your appointment',
    times: 'The free times',
    loading: 'Looking for free times…',
    free: (count: number, date: string) =>
      count === 1 ? `1 time free on ${date}` : `${count} times free on ${date}`,
    none: (date: string) => `There is no free time on ${date}.`,
    /** Before the clinic's number. */
    noneSoon: 'Nor is there any in the weeks after it. Please pick another day, or call',
    otherDay: (date: string) => `Look at ${date}`,
    pickOther: 'Please pick another day.',
    chooseFirst: 'Please choose a time first.',
  },
  es: {
    pickADay: 'Elija un día',
    newDay: 'Día de su cita',
    times: 'Los horarios libres',
    loading: 'Buscando horarios libres…',
    free: (count, date) =>
      count === 1 ? `1 horario libre el ${date}` : `${count} horarios libres el ${date}`,
    none: (date) => `No hay horarios libres el ${date}.`,
    noneSoon: 'Tampoco los hay en las semanas siguientes. Elija otro día o llame al',
    otherDay: (date) => `Ver el ${date}`,
    pickOther: 'Elija otro día, por favor.',
    chooseFirst: 'Elija primero un horario, por favor.',
  },
})

type TimeChoiceProps = {
  calendar: BookingCalendar
  day: Day
  onPickDay: (day: Day) => void
  treatmentId: string
  /** The id of a doctor, whose free days are marked; '' for anyone who is free. */
  doctor: string
  doctorName: string | undefined
  available: Reading<Treatment[]>
  slot: string | null
  onPickSlot: (slot: string) => void
  /** Submitted without a time. */
  isMissing: boolean
}

/** Another time for an appointment: a day of the clinic's calendar, and what is free on it. */
export function TimeChoice({ calendar, day, onPickDay, ...times }: TimeChoiceProps) {
  const t = useTexts(timeChoiceTexts)
  const free = useFreeDays(day, times.treatmentId, times.doctor)
  return (
    <div className="time-choice">
      <section className="time-choice-day" aria-label={t.pickADay}>
        <Calendar
          label={t.newDay}
          value={parseDate(day)}
          onChange={(date) => onPickDay(date.toString())}
          minValue={parseDate(calendar.today)}
          maxValue={parseDate(calendar.lastDay)}
          isDateUnavailable={(date) => whyUnpickable(calendar, date.toString()) !== null}
          {...free}
          today={parseDate(calendar.today)}
          timeZone={calendar.timeZone}
        />
        <p className="calendar-key">{useTexts(freeDayTexts).withRoom}</p>
      </section>
      <section className="time-choice-times" aria-label={t.times}>
        <Times {...times} calendar={calendar} day={day} onPickDay={onPickDay} />
      </section>
    </div>
  )
}

function Times({ available, slot, onPickSlot, isMissing, ...where }: TimeChoiceProps) {
  const { calendar, day, treatmentId, doctorName } = where
  const language = useLanguage()
  const t = useTexts(timeChoiceTexts)
  const { data, isCurrent, error, isLoading, reload } = available
  if (!isCurrent && error !== undefined) {
    return <LoadFailure what={t.times} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data || !isCurrent) return <TimesSkeleton />
  const slots = data.find(({ _id }) => _id === treatmentId)?.slots ?? []
  const shown = showDay(language, day)
  const taken = slot !== null && !slots.includes(slot) ? slot : null
  return (
    <>
      <p className="visually-hidden" role="status">
        {t.free(slots.length, shown)}
      </p>
      {slots.length === 0 ? (
        <FullDay {...where} />
      ) : (
        <SlotChoice
          day={day}
          doctor={doctorName}
          slots={slots}
          chosen={slot ?? undefined}
          taken={taken}
          zone={zoneNote(language, calendar.timeZone, day)}
          onChoose={onPickSlot}
        />
      )}
      <ErrorLine>
        {isMissing && (slots.length > 0 ? t.chooseFirst : `${t.none(shown)} ${t.pickOther}`)}
      </ErrorLine>
    </>
  )
}

type FullDayProps = Pick<
  TimeChoiceProps,
  'calendar' | 'day' | 'treatmentId' | 'doctor' | 'onPickDay'
>

function FullDay({ calendar, day, treatmentId, doctor, onPickDay }: FullDayProps) {
  const language = useLanguage()
  const t = useTexts(timeChoiceTexts)
  const free = useNextFree(day, [treatmentId], doctor)(treatmentId)
  const next = free === undefined ? nextPickableDay(calendar, addDays(day, 1)) : free
  return (
    <Note>
      <p>
        {t.none(showDay(language, day))}{' '}
        {free === null ? (
          <>
            {t.noneSoon} <ClinicPhone />.
          </>
        ) : (
          next === null && t.pickOther
        )}
      </p>
      {next !== null && (
        <Button variant="quiet" onClick={() => onPickDay(next)}>
          {t.otherDay(showDay(language, next))}
        </Button>
      )}
    </Note>
  )
}

const bones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function TimesSkeleton() {
  return (
    <div className="slot-choice" aria-busy="true">
      <p className="visually-hidden" role="status">
        {useTexts(timeChoiceTexts).loading}
      </p>
      <Skeleton width="64px" height="1.6em" />
      <div className="slot-pills">
        {bones.map((bone) => (
          <Skeleton key={bone} height="44px" />
        ))}
      </div>
    </div>
  )
}

export const slotTexts = defineTexts({
  en: {
    taken: (slot: string) => `${slot} is no longer free. Please choose another time.`,
    isBack: (slot: string) => `${slot} is free again.`,
    takenWith: (slot: string, doctor: string) =>
      `${slot} is not free with ${doctor}. Please choose another time.`,
    noneWith: (doctor: string, date: string) => `${doctor} is not free on ${date}.`,
    noneLeft: 'A time that comes free appears here.',
  },
  es: {
    taken: (slot) => `El horario ${slot} ya no está libre. Elija otro, por favor.`,
    isBack: (slot) => `El horario ${slot} está libre de nuevo.`,
    takenWith: (slot, doctor) =>
      `El horario ${slot} no está libre con ${doctor}. Elija otro, por favor.`,
    noneWith: (doctor, date) => `${doctor} no tiene horarios libres el ${date}.`,
    noneLeft: 'Si se libera un horario, aparecerá aquí.',
  },
})

type SlotChoiceProps = {
  day: Day
  /** The name of the doctor whose times they are; `undefined` for those of anyone. */
  doctor: string | undefined
  slots: readonly string[]
  chosen: string | undefined
  /** The time that was chosen and is no longer free. */
  taken: string | null
  /** The time that is chosen was taken for a while. */
  isBack?: boolean
  zone: string | null
  onChoose: (slot: string) => void
}

/** The free times as pills that say when each begins; its end is read out, and said where it is chosen: native radio buttons, so arrows, Space and screen readers just work. */
export function SlotChoice(props: SlotChoiceProps) {
  const { slots, chosen, taken, isBack, zone, onChoose } = props
  const name = useId()
  const language = useLanguage()
  const t = useTexts(slotTexts)
  const place = useFocusAfterTaken(taken)
  const news = slotNews(language, props)
  const goodNews = isBack && chosen ? t.isBack(showSlot(language, chosen)) : ''
  return (
    <fieldset className="slot-choice" ref={place} tabIndex={-1}>
      <legend className="field-label">{useTexts(sharedTexts).time}</legend>
      {zone && <p className="field-hint">{zone}</p>}
      <p className="slot-news" role="status" data-good={goodNews !== '' || undefined}>
        {news || goodNews}
        {slots.length === 0 && ` ${t.noneLeft}`}
      </p>
      <div className="slot-pills">
        {slots.map((slot) => (
          <label key={slot} className="slot-pill">
            <input
              type="radio"
              name={name}
              value={slot}
              checked={slot === chosen}
              onChange={() => onChoose(slot)}
            />
            <PillText slot={slot} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Why the time that was chosen is none of them, or why there are none; '' where neither is so. */
function slotNews(language: Language, { day, doctor, slots, taken }: SlotChoiceProps): string {
  const t = slotTexts[language]
  if (doctor !== undefined && slots.length === 0) return t.noneWith(doctor, showDay(language, day))
  if (taken === null) return ''
  const slot = showSlot(language, taken)
  return doctor === undefined ? t.taken(slot) : t.takenWith(slot, doctor)
}

/** The begin, and for a screen reader the end. */
function PillText({ slot }: { slot: string }) {
  const language = useLanguage()
  const time = parseSlot(slot)
  if (!time) return <span>{slot}</span>
  const show = (minute: number) =>
    language === 'en' ? timeOfDay(minute) : showMinute(language, minute)
  return (
    <span>
      {show(time.start)}
      <span className="visually-hidden"> - {show(time.end)}</span>
    </span>
  )
}

/** Where a time is taken while it has the focus, the list of times takes the focus. */
function useFocusAfterTaken(taken: string | null) {
  const place = useRef<HTMLFieldSetElement>(null)
  const held = useRef<string | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isTime = target instanceof HTMLInputElement && place.current?.contains(target)
      held.current = isTime ? target.value : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (taken !== null && held.current === taken) place.current?.focus()
  }, [taken])
  return place
}
