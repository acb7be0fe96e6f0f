import { useEffect, useRef, useState } from 'react'
import type { Day } from '../../contract/date.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { messages, messageTexts } from '../../contract/fixed-texts.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { Relation } from '../../contract/patients/dependent.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showLongDay, showSlot } from '../../contract/show.ts'
import { Email } from '../../contract/text.ts'
import { call } from '../data/api.ts'
import { closeForm } from '../forms/leaving.ts'
import { type Checked, firstOf, type Problems } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { OtherTime, other, otherTimeTexts } from './booking/other-time.tsx'
import { PairFields } from './booking/pair-fields.tsx'
import { PassRulesModal, usePassRules } from './booking/pass-rules.tsx'
import { type KnownPatient, PatientPicker } from './booking/patient-picker.tsx'
import { refusalText, touches } from './changes.tsx'
import type { Column, OpenColumn } from './slots.ts'
import { dayTexts, slotLabel } from './texts.ts'
import './schedule.css'

const texts = defineTexts({
  en: {
    booked: (patientName: string, date: string, slot: string) =>
      `${patientName} is booked on ${date} at ${slot}`,
    noEmailHint: 'Leave empty for somebody who called and has none.',
    ofRecord: 'Of the patient’s record. Change it there.',
    treated: 'Who is treated',
    holder: 'The holder of this account',
    theirs: {
      child: 'Their child',
      partner: 'Their partner',
      parent: 'Their parent',
      other: 'Somebody else they book for',
    },
    joinsFamily: 'By the name above. They join the family list of this account.',
    chooseTime: 'Please choose a time',
    nameMissing: messages.nameRequired,
    noTimeLeft: 'No time left',
    withoutTime: (treatment: string) => `${treatment} (no time left)`,
  },
  es: {
    booked: (patientName, date, slot) => `${patientName} tiene cita el ${date}, ${slot}`,
    noEmailHint: 'Déjelo vacío si quien llamó no tiene.',
    ofRecord: 'El de la ficha del paciente. Cámbielo allí.',
    treated: 'Quién recibe el tratamiento',
    holder: 'El titular de la cuenta',
    theirs: {
      child: 'Su hijo o hija',
      partner: 'Su pareja',
      parent: 'Su padre o madre',
      other: 'Otra persona para quien reserva',
    },
    joinsFamily: 'Con el nombre de arriba. Pasa a la lista familiar de esta cuenta.',
    chooseTime: 'Elija una hora, por favor',
    nameMissing: 'Escriba el nombre',
    noTimeLeft: 'No queda ningún horario',
    withoutTime: (treatment) => `${treatment} (sin horarios)`,
  },
})

/** What is sent to book. */
type BookingBody = InputOf<typeof scheduleEndpoints.bookForPatient>['body']

/** What the dialog starts with. */
export type BookingStart = {
  treatmentId?: string
  slot?: string
  /** The id of a doctor; none for anyone who is free. */
  doctor?: string
  patient?: KnownPatient | undefined
}

type BookModalProps = {
  day: Day
  timeZone: string
  /** The treatments with the slots that can be booked now, also against a rule. */
  columns: readonly OpenColumn[]
  start: BookingStart
  onBooked: () => void
  onClose: () => void
}

/** What has been typed of a booking; `patient` is the e-mail. */
type Draft = {
  treatmentId: string
  slot: string
  patientName: string
  patient: string
  phone: string
  /** The relationship of the patient to the account holder; '' for the holder. */
  relation: Relation | ''
  /** Ids; '' for who and what is free. */
  doctor: string
  chair: string
  /** The record that was picked; '' for who is only named. */
  patientId: string
}

const fields = [
  'treatmentId',
  'slot',
  'doctor',
  'chair',
  'patientName',
  'phone',
  'patient',
  'relation',
] as const
type FieldName = (typeof fields)[number]

/** Codes that say something about one field. */
const fieldOf = {
  slot_taken: 'slot',
  nobody_works: 'slot',
  slot_begun: 'slot',
  unknown_slot: 'slot',
  doctor_unavailable: 'doctor',
  doctor_not_for_treatment: 'doctor',
  chair_unavailable: 'chair',
  unknown_account: 'patient',
} as const

/** Books on a patient's behalf. No input is lost, whatever the server answers. */
export function BookModal({ day, timeZone, columns, start, ...props }: BookModalProps) {
  const language = useLanguage()
  const { onBooked, onClose } = props
  const done = (made: StaffAppointment) => {
    toast.success(bookedText(language, made))
    onBooked()
    onClose()
  }
  const { attempt, question } = usePassRules({
    act: 'book',
    timeZone,
    send: ({ treatment: _, ...body }: BookingBody & { treatment: string }, despite) =>
      call(scheduleEndpoints.bookForPatient, { body: { ...body, despite } }),
    onDone: done,
  })
  const form = useForm({
    start: firstDraft(columns, start),
    fields,
    fieldOf,
    check: (draft): Checked<Draft, FieldName> => checkDraft(language, draft),
    explain: (refusal) => refusalText(language, refusal),
    send: (draft) => {
      const { price = 0, name = '' } = columns.find(({ _id }) => _id === draft.treatmentId) ?? {}
      return attempt({ ...requestOf(draft, day, price), treatment: name })
    },
    touches,
    onDone: done,
  })
  const { draft, problems, change } = form
  const column = columns.find(({ _id }) => _id === draft.treatmentId)
  return (
    <>
      <Modal title={dayTexts[language].bookForPatient} isOpen onClose={() => closeForm(onClose)}>
        <form {...form.props} className="day-form">
          <UnsavedGuard when={form.isChanged} pending={form.pending} />
          <p className="day-form-day">{showLongDay(language, day)}</p>
          <TimeFields draft={draft} columns={columns} error={problems.slot} onChange={change} />
          <PairFields
            wanted={{ treatmentId: draft.treatmentId, day, slot: draft.slot }}
            {...{ draft, problems }}
            onChange={change}
          />
          <PatientFields field={form.field} {...{ draft, problems }} onChange={change} />
          {draft.patientId === '' && draft.patient.trim() !== '' && (
            <RelationField relation={draft.relation} onChange={change} />
          )}
          <ErrorLine>{form.failure}</ErrorLine>
          <div className="day-form-send">
            <p className="day-form-price">{column && priceText(language, column.price)}</p>
            <Button type="submit" busy={form.pending}>
              {messageTexts[language].bookAppointment}
            </Button>
          </div>
        </form>
      </Modal>
      <PassRulesModal {...question} />
    </>
  )
}

function bookedText(language: Language, { patientName, date, slot }: StaffAppointment): string {
  return texts[language].booked(patientName, showDate(language, date), showSlot(language, slot))
}

function firstDraft(
  columns: readonly Column[],
  { treatmentId, slot, doctor = '', patient }: BookingStart,
): Draft {
  const column =
    columns.find(({ _id }) => _id === treatmentId) ?? columns.find(({ slots }) => slots.length > 0)
  return {
    treatmentId: column?._id ?? '',
    slot: slot ?? column?.slots[0]?.slot ?? '',
    ...(patient ? draftOf(patient) : { patientName: '', patient: '', phone: '', patientId: '' }),
    relation: '',
    doctor,
    chair: '',
  }
}

/** Who was picked, as their record has them. */
function draftOf({ _id, name, phone, email }: KnownPatient) {
  return { patientName: name, phone, patient: email, patientId: _id }
}

export function checkDraft(language: Language, draft: Draft): Checked<Draft, FieldName> {
  const { chooseTime, nameMissing } = texts[language]
  const { slot, patientName, patient } = draft
  const isEmailWrong = patient.trim() !== '' && !Email.safeParse(patient).success
  const problems: Problems<FieldName> = {
    ...(slot === '' && { slot: chooseTime }),
    ...(patientName.trim() === '' && { patientName: nameMissing }),
    ...(isEmailWrong && { patient: messageTexts[language].emailInvalid }),
  }
  return firstOf(problems, fields) ? { ok: false, problems } : { ok: true, values: draft }
}

/** `price` in dollars, as it was shown. */
export function requestOf(
  { patient, relation, patientId, doctor, chair, ...draft }: Draft,
  day: Day,
  price: number,
): BookingBody {
  // Without an account there is no holder to be related to.
  const account =
    patient.trim() === ''
      ? { patient: null, relation: null }
      : { patient, relation: relation === '' ? null : relation }
  const known = patientId === '' ? {} : { patientId }
  const pair = { ...(doctor !== '' && { doctor }), ...(chair !== '' && { chair }) }
  return { ...draft, ...account, ...known, ...pair, date: day, price }
}

type TimeFieldsProps = {
  draft: Pick<Draft, 'treatmentId' | 'slot'>
  columns: readonly OpenColumn[]
  error: string | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** Treatment and time; a time that was taken in the meantime stays in sight and says so. */
function TimeFields({ draft, columns, error, onChange }: TimeFieldsProps) {
  const language = useLanguage()
  const shared = sharedTexts[language]
  const t = texts[language]
  const { treatmentId, slot } = draft
  const slots = columns.find(({ _id }) => _id === treatmentId)?.slots ?? []
  const [isOther, setIsOther] = useState(
    () => slot !== '' && !slots.some((one) => one.slot === slot),
  )
  const isGone = !isOther && slot !== '' && !slots.some((one) => one.slot === slot)
  const { goneTime } = dayTexts[language]

  function chooseTreatment(id: string) {
    const its = columns.find(({ _id }) => _id === id)?.slots ?? []
    const isFreeToo = its.some((one) => one.slot === slot)
    setIsOther(false)
    const time = isFreeToo ? slot : (its[0]?.slot ?? '')
    onChange({ treatmentId: id, slot: time, doctor: '', chair: '' })
  }
  function chooseTime(value: string) {
    setIsOther(value === other)
    onChange({ slot: value === other ? '' : value })
  }
  return (
    <>
      <SelectField
        label={shared.treatment}
        name="treatmentId"
        value={treatmentId}
        onChange={({ target }) => chooseTreatment(target.value)}
        options={columns
          .filter(({ archived }) => !archived)
          .map(({ _id, name, slots: its }) => ({
            value: _id,
            label: its.length > 0 ? name : t.withoutTime(name),
          }))}
      />
      <SelectField
        label={shared.time}
        name={isOther ? undefined : 'slot'}
        value={isOther ? other : slot}
        error={isOther ? undefined : error}
        onChange={({ target }) => chooseTime(target.value)}
        options={[
          ...(isGone ? [{ value: slot, label: goneTime(showSlot(language, slot)) }] : []),
          ...(slot === '' && !isOther ? [{ value: '', label: t.noTimeLeft }] : []),
          ...slots.map((one) => ({ value: one.slot, label: slotLabel(language, one) })),
          { value: other, label: otherTimeTexts[language].otherTime },
        ]}
      />
      {isOther && (
        <OtherTime
          key={treatmentId}
          start={slot}
          length={columns.find(({ _id }) => _id === treatmentId)?.minutes ?? 30}
          error={error}
          onChoose={(chosen) => onChange({ slot: chosen })}
        />
      )}
    </>
  )
}

type PatientFieldsProps = {
  field: (name: 'phone' | 'patient') => object
  draft: Draft
  problems: Problems<FieldName>
  onChange: (changes: Partial<Draft>) => void
}

/** Who it is for. These are not the reader's own data: the browser does not offer to fill them in. */
function PatientFields({ field, draft, problems, onChange }: PatientFieldsProps) {
  const t = useTexts(sharedTexts)
  const { noEmailHint, ofRecord } = useTexts(texts)
  const name = useRef<HTMLInputElement>(null)
  // Treatment and time are chosen by then.
  useEffect(() => name.current?.focus(), [])
  return (
    <>
      <PatientPicker
        input={name}
        name={draft.patientName}
        error={problems.patientName}
        isPicked={draft.patientId !== ''}
        onType={(patientName) => onChange({ patientName, patientId: '' })}
        onPick={(patient) => onChange({ ...draftOf(patient), relation: '' })}
      />
      <Field
        {...field('phone')}
        label={t.phone}
        type="tel"
        autoComplete="off"
        maxLength={200}
        error={problems.phone}
      />
      <Field
        {...field('patient')}
        label={t.email}
        hint={draft.patientId === '' ? noEmailHint : ofRecord}
        readOnly={draft.patientId !== ''}
        type="email"
        autoComplete="off"
        error={problems.patient}
      />
    </>
  )
}

type RelationFieldProps = Pick<Draft, 'relation'> & Pick<TimeFieldsProps, 'onChange'>

/** Chooses who is treated: the account holder, or a dependent. */
function RelationField({ relation, onChange }: RelationFieldProps) {
  const { treated, holder, theirs, joinsFamily } = useTexts(texts)
  const others = Relation.options.map((value) => ({ value, label: theirs[value] }))
  return (
    <SelectField
      label={treated}
      hint={relation === '' ? undefined : joinsFamily}
      name="relation"
      options={[{ value: '', label: holder }, ...others]}
      value={relation}
      onChange={({ target }) => onChange({ relation: Relation.safeParse(target.value).data ?? '' })}
    />
  )
}
