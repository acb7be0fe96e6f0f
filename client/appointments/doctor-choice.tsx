import { useId, useState } from 'react'
import type { Day } from '../../contract/date.ts'
import type { WorkingDoctor } from '../../contract/doctors/schedule.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { workingDoctors } from '../data/shared-queries.ts'
import { read, useRead } from '../data/use-read.ts'
import { useReloadOn } from '../data/use-reload-on.ts'
import { watchDay } from '../domain/availability/use-available.ts'
import { useTexts } from '../i18n/language.tsx'
import './doctor-choice.css'

const choiceTexts = defineTexts({
  en: { with: 'With whom?', any: 'Any dentist', first: 'Whoever is free at your time' },
  es: { with: '¿Con quién?', any: 'Cualquier dentista', first: 'Quien esté libre a su hora' },
})

type DoctorState = ReturnType<typeof useDoctorChoice>

/**
 * Who treats: '' for whoever is free, else the id of a doctor who does the treatment, with the times at
 * which that one is free. Without doctors who work there is nothing to choose.
 */
export function useDoctorChoice(treatment: Treatment, day: Day) {
  const all = useRead(workingDoctors).data ?? []
  const doctors = all.filter(({ treatments }) => treatments.includes(treatment._id))
  const [wanted, setWanted] = useState('')
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
  const ownSlots = known?.find(({ _id }) => _id === treatment._id)?.slots
  return {
    doctors,
    chosen,
    choose: setWanted,
    /** Until the doctor's own are here, what anybody is free for. */
    slots: isNamed && ownSlots ? ownSlots : treatment.slots,
  }
}

/** Whoever is free, or one of the doctors who do the treatment: photo, name, specialty. */
export function DoctorChoice({ doctor }: { doctor: DoctorState }) {
  const t = useTexts(choiceTexts)
  const { doctors, chosen, choose } = doctor
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
        </span>
      </label>
      {doctors.map((one) => (
        <label className="doctor-option" key={one._id}>
          <input {...option(one._id)} />
          <Portrait doctor={one} />
          <span className="doctor-words">
            {one.name}
            <span className="doctor-specialty">{one.specialty}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A photo that does not load leaves no hole: the name stands beside it. */
function Portrait({ doctor: { img } }: { doctor: WorkingDoctor }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  const small = img.replace(/-480\.webp$/, '-96.webp')
  return (
    <img
      className="doctor-portrait"
      src={small}
      alt=""
      width={40}
      height={40}
      onError={() => setBroken(true)}
    />
  )
}
