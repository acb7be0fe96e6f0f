import { type FormEvent, useRef, useState } from 'react'
import type { Day } from '../../contract/date.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { checkDraft, type Draft, requestOf } from './booking-draft.ts'
import type { Problem } from './change-problem.ts'
import { dayText } from './day-text.ts'
import type { Column } from './free-slots.ts'
import { PatientFields } from './patient-fields.tsx'
import { dayTexts } from './texts.ts'
import { bookingTexts } from './texts-booking.ts'
import { TimeFields } from './time-fields.tsx'
import { useChange } from './use-change.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'
import './day-form.css'

export type Wish = { treatmentId?: string; slot?: string }

type BookModalProps = {
  day: Day
  /** The treatments with the slots that can be booked now. */
  columns: readonly Column[]
  wish: Wish
  reload: () => void
  onClose: () => void
}

/** Codes that say something about one field. */
const about: Record<string, keyof Draft> = {
  slot_taken: 'slot',
  slot_begun: 'slot',
  unknown_slot: 'slot',
  unknown_account: 'patient',
}

function fieldErrors(problem: Problem | null): Partial<Record<string, string>> {
  if (!problem) return {}
  const field = about[problem.code]
  return { ...problem.fields, ...(field && { [field]: problem.text }) }
}

/** Books on a patient's behalf. Nothing typed is lost, whatever the clinic answers. */
export function BookModal({ day, columns, wish, reload, onClose }: BookModalProps) {
  const language = useLanguage()
  const [draft, setDraft] = useState<Draft>(() => firstDraft(columns, wish))
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({})
  const { isBusy, problem, run, forget } = useChange(reload)
  const form = useRef<HTMLFormElement>(null)
  const column = columns.find(({ _id }) => _id === draft.treatmentId)
  const errors = { ...fieldErrors(problem), ...wrong }
  const hasFieldError = Object.keys(errors).length > 0
  useFocusFirstError(form, errors)

  function change(changes: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...changes }))
    setWrong({})
    forget()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = checkDraft(language, draft)
    setWrong(found)
    if (!column || Object.keys(found).length > 0) return
    void run(
      () => call(dayEndpoints.bookForPatient, { body: requestOf(draft, day, column.price) }),
      (answer) => {
        toast.success(bookedText(language, answer))
        onClose()
        reload()
      },
    )
  }

  return (
    <Modal title={dayTexts[language].bookForPatient} isOpen onClose={() => !isBusy && onClose()}>
      <form className="day-form" noValidate ref={form} onSubmit={onSubmit} aria-busy={isBusy}>
        <p className="day-form-day">{dayText(language, day)}</p>
        <TimeFields draft={draft} columns={columns} error={errors.slot} onChange={change} />
        <PatientFields draft={draft} errors={errors} onChange={change} />
        {!hasFieldError && <ErrorLine>{problem?.text}</ErrorLine>}
        <div className="day-form-send">
          <p className="day-form-price">{column && priceText(language, column.price)}</p>
          <Button type="submit" busy={isBusy}>
            {messageTexts[language].bookAppointment}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function bookedText(language: Language, { patientName, date, slot }: StaffAppointment): string {
  const t = bookingTexts[language]
  return t.booked(patientName, showDate(language, date), showSlot(language, slot))
}

function firstDraft(columns: readonly Column[], { treatmentId, slot }: Wish): Draft {
  const column =
    columns.find(({ _id }) => _id === treatmentId) ?? columns.find(({ slots }) => slots.length > 0)
  return {
    treatmentId: column?._id ?? '',
    slot: slot ?? column?.slots[0]?.slot ?? '',
    patientName: '',
    patient: '',
    phone: '',
    relation: '',
  }
}
