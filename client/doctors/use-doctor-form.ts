import { type FormEvent, useRef, useState } from 'react'
import type { Doctor, DoctorInput } from '../../contract/doctors/doctor.ts'
import { ApiError } from '../data/api-error.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { type DoctorField, doctorFields, type Problems, refusedFields } from './doctor-draft.ts'
import { useDraft } from './use-draft.ts'
import { usePhoto } from './use-photo.ts'

export type DoctorFormWish = {
  /** The doctor to change; absent for a new one. */
  doctor?: Doctor | undefined
  /** Rejects with what the server refused. */
  save: (input: DoctorInput) => Promise<unknown>
  onSaved: (input: DoctorInput) => void
  /** It was not saved; the form stays as it is. */
  onFailed?: (fault: unknown) => void
}

const firstOf = (problems: Problems) => doctorFields.find((field) => problems[field])

/** Draft, photo and errors of one doctor. Nothing typed is lost until it is saved. */
export function useDoctorForm({ doctor, save, onSaved, onFailed }: DoctorFormWish) {
  const { unexpected } = useTexts(sharedTexts)
  const photo = usePhoto(doctor?.img)
  // An upload under way counts as a photo; one that failed speaks for itself.
  const typed = useDraft(doctor, photo.photo.status !== 'empty')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = (field: DoctorField | undefined) => focusControl(form.current, field)

  function fail(fault: unknown) {
    const fields = fault instanceof ApiError ? refusedFields(fault) : {}
    typed.refuse(fields)
    const first = firstOf(fields)
    if (!first) setFailure(fault instanceof ApiError ? fault.message : unexpected)
    focus(first)
    onFailed?.(fault)
  }

  async function saveNow() {
    const img = await photo.settled()
    // Why the photo did not arrive stands at its field; nothing else is said.
    if (img === null) return focus('img')
    const input = { ...typed.draft, img }
    await save(input)
    if (!doctor) {
      typed.clear()
      photo.clear()
      focus('name')
    }
    onSaved(input)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    typed.submit()
    setFailure(undefined)
    const first = firstOf(typed.found)
    if (first) return focus(first)
    setBusy(true)
    await saveNow().catch(fail)
    setBusy(false)
  }

  const { draft, problems, change } = typed
  return { form, draft, photo, problems, failure, isBusy, change, submit }
}

function focusControl(form: HTMLFormElement | null, field: DoctorField | undefined) {
  const control = field && form?.elements.namedItem(field)
  if (control instanceof HTMLElement) control.focus()
}
