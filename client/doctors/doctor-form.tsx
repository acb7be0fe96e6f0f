import { type Doctor, DoctorInput } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Refusal } from '../data/refusal.ts'
import { notSent } from '../data/use-action.ts'
import { bySchema, type Checked } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Field } from '../ui/fields/field.tsx'
import './doctor-form.css'
import { PhotoField } from './photo-field.tsx'
import { SpecialtyField } from './specialty-field.tsx'
import { doctorsTexts } from './texts.ts'
import { usePhoto } from './use-photo.ts'

type DoctorFormProps = {
  /** The doctor to change; absent for a new one. */
  doctor?: Doctor | undefined
  submitLabel: string
  save: (input: DoctorInput) => Promise<unknown>
  onSaved: (input: DoctorInput) => void
  /** It was not saved; the form stays as it is. */
  onFailed?: (refusal: Refusal) => void
}

const fields = ['name', 'email', 'specialty', 'img'] as const
const touches: readonly Endpoint[] = [doctorEndpoints.listDoctors]
const fieldOf = { doctor_exists: 'email', unknown_specialty: 'specialty' } as const
/** Stands for the address of a photo that is still being uploaded. */
const uploading = '/images/uploading.webp'

const checkInput = bySchema(DoctorInput, fields)

/** Name, e-mail, specialty and photo of a doctor, new or known. */
export function DoctorForm({ submitLabel, ...props }: DoctorFormProps) {
  const t = useTexts(doctorsTexts)
  const { photo, ...form } = useDoctorForm(props)
  const { problems } = form
  const isChanged = form.isChanged || photo.photo.status !== 'empty'
  return (
    <form
      {...form.props}
      className="doctor-form"
      // A photo dropped beside its place must not take the browser away from here.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      {!props.doctor && <UnsavedGuard when={isChanged && !form.pending} />}
      <Field
        {...form.field('name')}
        error={problems.name}
        required
        label={t.headings.name}
        autoComplete="off"
        maxLength={200}
      />
      <Field
        {...form.field('email')}
        error={problems.email}
        required
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SpecialtyField {...form.field('specialty')} error={problems.specialty} required />
      <PhotoField photo={photo} error={problems.img} />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" className="doctor-form-submit" busy={form.pending}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** What is typed; the photo is uploaded beside it, and sent once it is there. */
function useDoctorForm({ doctor, save, onSaved, onFailed }: Omit<DoctorFormProps, 'submitLabel'>) {
  const photo = usePhoto(doctor?.img)
  const { name = '', email = '', specialty = '' } = doctor ?? {}
  const form = useForm({
    start: { name, email, specialty },
    fields,
    fieldOf,
    // A photo that failed speaks for itself; without any, its field says so.
    check: (draft): Checked<DoctorInput, (typeof fields)[number]> =>
      checkInput({ ...draft, img: photo.photo.status === 'empty' ? '' : uploading }),
    touches,
    async send(typed) {
      const img = await photo.settled()
      if (img === null) {
        form.focus('img')
        return notSent
      }
      const input = { ...typed, img }
      await save(input)
      return input
    },
    onDone(input) {
      if (!doctor) {
        form.reset()
        photo.clear()
        form.focus('name')
      }
      onSaved(input)
    },
    onRefused: (refusal) => onFailed?.(refusal),
  })
  return { ...form, photo }
}
