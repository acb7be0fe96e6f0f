import { useId, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { type Day, formatDay, parseDay } from '../../contract/date.ts'
import type { NextTime } from '../../contract/doctors/schedule.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { showDate, showMinute } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { nextTimes, workingDoctors } from '../data/shared-queries.ts'
import { read, useRead, useReloadOn } from '../data/use-read.ts'
import { useNextFree, watchDay } from '../domain/availability.ts'
import { Portrait } from '../domain/doctors/portrait.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import './doctor-choice.css'
import '../ui/one-line.css'

const choiceTexts = defineTexts({
  en: {
    with: 'With whom?',
    any: 'Any dentist',
    first: 'Anyone who is free at your time',
    earliest: 'Earliest: ',
    next: 'Next free: ',
  },
  es: {
    with: '¿Con quién?',
    any: 'Cualquier dentista',
    first: 'Quien esté libre a su hora',
    earliest: 'Lo antes posible: ',
    next: 'Próximo horario: ',
  },
})

/** Who is named in the address, `/appointment?doctor=`, which a reload and a link bring along. */
export function useNamedDoctor() {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const [wanted, setWanted] = useState(query.get('doctor') ?? '')
  return {
    wanted,
    choose(id: string) {
      setWanted(id)
      // What the address says now: the time may have been saved since this was rendered.
      const after = new URLSearchParams(window.location.search)
      if (id === '') after.delete('doctor')
      else after.set('doctor', id)
      setQuery(after, { replace: true, preventScrollReset: true, state })
    },
  }
}

export type DoctorState = ReturnType<typeof useDoctorChoice>

/**
 * Who treats: '' for anyone who is free, else the id of a doctor who does the treatment, with the times at
 * which that one is free. Without doctors who work there is nothing to choose.
 */
export function useDoctorChoice(
  treatment: Pick<Treatment, '_id' | 'slots'>,
  day: Day,
  { wanted, choose }: { wanted: string; choose: (id: string) => void },
) {
  const all = useRead(workingDoctors).data ?? []
  const doctors = all.filter(({ treatments }) => treatments.includes(treatment._id))
  const chosen = doctors.some(({ _id }) => _id === wanted) ? wanted : ''
  const isNamed = chosen !== ''
  const own = useReloadOn(
    useRead(read(endpoints.listAvailable, { query: { date: day, doctor: chosen } }), {
      enabled: isNamed,
    }),
    (onChange) => (isNamed ? watchDay(day, onChange) : () => {}),
    `${day} ${chosen}`,
  )
  const known = own.isCurrent ? own.data : undefined
  const ownSlots = known && (known.find(({ _id }) => _id === treatment._id)?.slots ?? [])
  return {
    doctors,
    chosen,
    /** Of the doctor who is chosen. */
    name: doctors.find(({ _id }) => _id === chosen)?.name,
    choose,
    /** When each is free next, the first of all first; `undefined` until it has loaded. */
    next: useRead(nextTimes(treatment._id), { enabled: doctors.length > 0 }).data,
    /** What is free with the chosen doctor; `null` if none is chosen. */
    own: isNamed ? own : null,
    /** Slots with the chosen doctor, `undefined` until these have loaded; with any doctor if none is chosen. */
    slots: isNamed ? ownSlots : treatment.slots,
  }
}

/** Another day on which the chosen doctor is free: the next after `day`, else their first; `null` where none is known. */
export function useDoctorsDay({ chosen, next }: DoctorState, treatment: string, day: Day) {
  const after = useNextFree(day, [treatment], chosen)(treatment)
  const first = parseDay(next?.find(({ _id }) => _id === chosen)?.date ?? '')
  if (first === null || first > day) return first
  return after ?? (first < day ? first : null)
}

/** Anyone who is free, or one of the doctors who do the treatment: photo, name, specialty. */
export function DoctorChoice({ doctor }: { doctor: DoctorState }) {
  const t = useTexts(choiceTexts)
  const { doctors, chosen, choose, next } = doctor
  const isUnread = next === undefined
  const name = useId()
  if (doctors.length === 0) return null
  const option = (value: string) => ({
    ...{ type: 'radio' as const, name, value, checked: value === chosen },
    onChange: () => choose(value),
  })
  return (
    <fieldset className="doctor-choice">
      <legend className="field-label">{t.with}</legend>
      <label className="doctor-option">
        <input {...option('')} />
        <span className="doctor-words">
          {t.any}
          <span className="doctor-specialty">{t.first}</span>
          <DoctorsNext of={t.earliest} time={next?.[0]} isUnread={isUnread} />
        </span>
      </label>
      {doctors.map((one) => (
        <label className="doctor-option" key={one._id}>
          <input {...option(one._id)} />
          <Portrait doctor={one} />
          <span className="doctor-words">
            {one.name}
            <span className="doctor-specialty">{one.specialty}</span>
            <DoctorsNext
              of={t.next}
              time={next?.find(({ _id }) => _id === one._id)}
              isUnread={isUnread}
            />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type DoctorsNextProps = { of: string; time: NextTime | undefined; isUnread: boolean }

/** As long as any. */
const anyTime = { date: formatDay('2026-11-30'), slot: '10:00 AM - 10:30 AM' }

/** Takes its lines before what it says has loaded, so that nothing under it moves. */
function DoctorsNext({ of, time, isUnread }: DoctorsNextProps) {
  const language = useLanguage()
  if (time === undefined && !isUnread) return null
  const { date, slot } = time ?? anyTime
  return (
    <span className="doctor-next" data-unread={isUnread || undefined}>
      {of}
      <span className="one-line">{showDate(language, date)},</span>{' '}
      <span className="one-line">{showMinute(language, parseSlot(slot)?.start ?? 0)}</span>
    </span>
  )
}
