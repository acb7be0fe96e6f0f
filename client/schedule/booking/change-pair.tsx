import { type FormEvent, useEffect, useState } from 'react'
import type { BookingCalendar } from '../../../contract/clinic/clinic.ts'
import type { Day } from '../../../contract/date.ts'
import { doctorEndpoints } from '../../../contract/doctors/endpoints.ts'
import { defineTexts } from '../../../contract/language.ts'
import { scheduleEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { call } from '../../data/api.ts'
import { noteUnsaved } from '../../data/unsaved.ts'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { DoctorNote } from '../../domain/appointment-card.tsx'
import { closeForm } from '../../forms/leaving.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { type ChangeProps, refusalText, touches } from '../changes.tsx'
import { doctorOptions, useDoctorsAt } from './pair-fields.tsx'
import { PassRulesModal, usePassRules } from './pass-rules.tsx'

const texts = defineTexts({
  en: {
    change: 'Change doctor or chair',
    doctor: 'Doctor',
    chair: 'Chair',
    inChair: (name: string) => `Chair: ${name}`,
    choose: 'Please choose',
    stays: 'Day, time, price and payment stay.',
    notified: (patientName: string) => `${patientName} is notified by e-mail of another doctor.`,
    save: 'Save',
    with: (patientName: string, doctor: string) => `${doctor} sees ${patientName}`,
    saved: (patientName: string) => `The chair of ${patientName} is saved`,
  },
  es: {
    change: 'Cambiar de doctor o sillón',
    doctor: 'Doctor',
    chair: 'Sillón',
    inChair: (name) => `Sillón: ${name}`,
    choose: 'Elija, por favor',
    stays: 'El día, la hora, el precio y el pago no cambian.',
    notified: (patientName) => `Avisamos por correo a ${patientName} si cambia de doctor.`,
    save: 'Guardar',
    with: (patientName, doctor) => `${doctor} atiende a ${patientName}`,
    saved: (patientName) => `El sillón de ${patientName} está guardado`,
  },
})

/** Who treats, and the name of the chair; nothing where the clinic has set up none. */
export function PairFact({ appointment }: Pick<ChangeProps, 'appointment'>) {
  const t = useTexts(texts)
  const { chair } = appointment
  const { data: chairs = [] } = useRead(read(doctorEndpoints.listChairs, {}), {
    enabled: chair !== null,
  })
  const name = chairs.find(({ _id }) => _id === chair)?.name
  return (
    <>
      <DoctorNote appointment={appointment} />
      {name !== undefined && <span className="details-aside">{t.inChair(name)}</span>}
    </>
  )
}

type ChangePairButtonProps = Pick<ChangeProps, 'appointment'> & { day: Day; onPress: () => void }

/** Where doctors decide, the way to another one. */
export function ChangePairButton({ appointment, day, onPress }: ChangePairButtonProps) {
  const { change } = useTexts(texts)
  const { _id, treatmentId, slot } = appointment
  const at = useDoctorsAt({ treatmentId, day, slot, except: _id })
  if (!at || at.doctors.length === 0) return null
  return (
    <Button variant="quiet" aria-haspopup="dialog" onClick={onPress}>
      {change}
    </Button>
  )
}

type ChangePairModalProps = ChangeProps & {
  day: Day
  calendar: BookingCalendar
  onClose: () => void
}

/** Another doctor or another chair at the appointment's own time. */
export function ChangePairModal(props: ChangePairModalProps) {
  const { appointment, day, calendar, onChanged, onClose } = props
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, treatment, treatmentId, slot, patient, patientName } = appointment
  const now = { doctor: appointment.doctor?._id ?? '', chair: appointment.chair ?? '' }
  const [to, setTo] = useState(now)
  const at = useDoctorsAt({ treatmentId, day, slot, except: id })
  const isSame = to.doctor === now.doctor && to.chair === now.chair
  const isBoth = to.doctor !== now.doctor && to.chair !== now.chair && to.chair !== ''
  useEffect(() => (isSame ? undefined : noteUnsaved()), [isSame])
  function done(answer: StaffAppointment) {
    const { doctor } = answer
    const isOther = doctor && doctor._id !== now.doctor
    toast.success(isOther ? t.with(patientName, doctor.name) : t.saved(patientName))
    onClose()
    onChanged(answer)
  }
  const { attempt, question } = usePassRules({
    act: 'reschedule',
    timeZone: calendar.timeZone,
    send: (
      { treatment: _, ...body }: { date: Day; slot: string; treatment: string } & Pair,
      despite,
    ) =>
      call(scheduleEndpoints.rescheduleAppointment, {
        params: { id },
        body: { revision, ...body, despite },
      }),
    onDone: done,
  })
  const { pending, refusal, run, forget } = useAction({
    send: ({ doctor, chair }: typeof to) =>
      attempt({
        ...{ date: day, slot, treatment },
        ...(doctor !== '' && { doctor }),
        ...(chair !== '' && { chair }),
      }),
    touches,
    onDone: done,
  })
  function choose(changes: Partial<typeof to>) {
    setTo((before) => ({ ...before, ...changes }))
    forget()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isSame) void run(to)
  }
  const { doctors = [], chairs = [] } = at ?? {}
  const free = doctors.find(({ _id }) => _id === to.doctor)?.chairs ?? []
  const freeChairs = chairs.filter(({ _id }) => free.includes(_id) || _id === to.chair)
  return (
    <>
      <Modal title={t.change} isOpen onClose={() => closeForm(onClose)}>
        <form className="day-form" noValidate onSubmit={onSubmit} aria-busy={pending}>
          <UnsavedGuard when={isBoth} pending={pending} />
          <p>{patient === null ? t.stays : `${t.stays} ${t.notified(patientName)}`}</p>
          <SelectField
            label={t.doctor}
            value={to.doctor}
            onChange={({ target }) => {
              const own = doctors.find(({ _id }) => _id === target.value)?.chairs ?? []
              const chair = own.includes(to.chair) ? to.chair : ''
              choose({ doctor: target.value, chair })
            }}
            options={[
              ...(now.doctor === '' ? [{ value: '', label: t.choose }] : []),
              ...doctorOptions(language, doctors).map((one) =>
                // Who has it stays a choice outside their hours too.
                one.value === now.doctor ? { ...one, disabled: false } : one,
              ),
            ]}
          />
          {chairs.length > 0 && (
            <SelectField
              label={t.chair}
              value={to.chair}
              onChange={({ target }) => choose({ chair: target.value })}
              options={[
                ...(to.chair === '' ? [{ value: '', label: t.choose }] : []),
                ...freeChairs.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
            />
          )}
          <ErrorLine>{refusal && refusalText(language, refusal)}</ErrorLine>
          <div className="day-form-send">
            <Button type="submit" busy={pending} disabled={isSame}>
              {t.save}
            </Button>
          </div>
        </form>
      </Modal>
      <PassRulesModal {...question} />
    </>
  )
}

type Pair = { doctor?: string; chair?: string }
