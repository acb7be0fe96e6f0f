import type { Day } from '../../../contract/date.ts'
import type { DoctorsAt, WhyNotFree } from '../../../contract/doctors/schedule.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { scheduleEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../../contract/show.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useLive } from '../../domain/live/live.tsx'
import { useLanguage } from '../../i18n/language.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'

const texts = defineTexts({
  en: {
    doctor: 'Doctor',
    chair: 'Chair',
    any: 'Any dentist',
    sameOrAny: (name: string) => `${name} if free, else any dentist`,
    anyChair: 'Any that is free',
    booked: (name: string, patient: string, slot: string) => `${name}: with ${patient}, ${slot}`,
    held: (name: string, patient: string) => `${name}: held for ${patient}`,
    off: (name: string, reason: string) => `${name}: off${reason && ` (${reason})`}`,
    blocked: (name: string, reason: string) => `${name}: blocked${reason && ` (${reason})`}`,
    no_hours: (name: string) => `${name}: does not work then`,
    no_chair: (name: string) => `${name}: no chair is free`,
    nobody: 'No dentist is free at this time.',
  },
  es: {
    doctor: 'Doctor',
    chair: 'Sillón',
    any: 'Cualquier dentista',
    sameOrAny: (name) => `${name} si está libre; si no, cualquiera`,
    anyChair: 'Cualquiera que esté libre',
    booked: (name, patient, slot) => `${name}: con ${patient}, ${slot}`,
    held: (name, patient) => `${name}: guardado para ${patient}`,
    off: (name, reason) => `${name}: ausente${reason && ` (${reason})`}`,
    blocked: (name, reason) => `${name}: bloqueado${reason && ` (${reason})`}`,
    no_hours: (name) => `${name}: no trabaja a esa hora`,
    no_chair: (name) => `${name}: no hay sillón libre`,
    nobody: 'Ningún dentista está libre a esta hora.',
  },
})

/** A time of a treatment; '' while none is chosen. */
export type WantedTime = { treatmentId: string; day: Day; slot: string; except?: string }

/** Who could take it, updated while it is shown; `undefined` until that is known. */
export function useDoctorsAt({ treatmentId, day, slot, except }: WantedTime, isAsked = true) {
  const query = { treatmentId, date: day, slot, ...(except !== undefined && { except }) }
  const reading = useRead(read(scheduleEndpoints.listDoctorsAt, { query }), {
    enabled: isAsked && slot !== '',
  })
  const { data } = useLive(reading, (changed) => changed === day)
  return slot === '' ? undefined : data
}

/** Ids; '' for who and what is free. */
type PairDraft = { doctor: string; chair: string }

type PairFieldsProps = {
  wanted: WantedTime
  draft: PairDraft
  problems?: Partial<Record<keyof PairDraft, string | undefined>>
  /** The appointment that leaves its time for this one. */
  now?: Pick<StaffAppointment, 'doctor'>
  onChange: (changes: Partial<PairDraft>) => void
}

/** Who treats, and where: those who are free first, then who is not and why. Nothing where no doctors decide. */
export function PairFields({ wanted, draft, problems = {}, now, onChange }: PairFieldsProps) {
  const language = useLanguage()
  const t = texts[language]
  const at = useDoctorsAt(wanted)
  if (!at || at.doctors.length === 0) return null
  const { doctors, chairs } = at
  const free = doctors.filter(({ why }) => why === null)
  const named = free.filter(({ _id }) => draft.doctor === '' || _id === draft.doctor)
  const freeChairs = new Set(named.flatMap((one) => one.chairs))
  const isKnown = doctors.some(({ _id }) => _id === draft.doctor)
  return (
    <>
      <SelectField
        label={t.doctor}
        name="doctor"
        value={isKnown ? draft.doctor : ''}
        error={problems.doctor}
        hint={free.length === 0 ? t.nobody : undefined}
        onChange={({ target }) => onChange({ doctor: target.value, chair: '' })}
        options={[
          { value: '', label: now?.doctor ? t.sameOrAny(now.doctor.name) : t.any },
          ...doctorOptions(language, doctors),
        ]}
      />
      {chairs.length > 0 && (
        <SelectField
          label={t.chair}
          name="chair"
          value={draft.chair}
          error={problems.chair}
          onChange={({ target }) => onChange({ chair: target.value })}
          options={[
            { value: '', label: t.anyChair },
            ...chairs
              .filter(({ _id }) => freeChairs.has(_id) || _id === draft.chair)
              .map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
      )}
    </>
  )
}

/** Who is held for the waitlist can be named: staff are asked about it before it is done. */
export function doctorOptions(language: Language, doctors: DoctorsAt['doctors']) {
  return doctors.map(({ _id, name, why }) => ({
    value: _id,
    label: why ? whyText(language, name, why) : name,
    disabled: why !== null && why.code !== 'held',
  }))
}

function whyText(language: Language, name: string, why: WhyNotFree): string {
  const t = texts[language]
  switch (why.code) {
    case 'booked':
      return t.booked(name, why.patientName, showSlot(language, why.slot))
    case 'held':
      return t.held(name, why.patientName)
    case 'off':
    case 'blocked':
      return t[why.code](name, why.reason)
    default:
      return t[why.code](name)
  }
}
