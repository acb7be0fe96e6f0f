import { ImageUp } from 'lucide-react'
import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react'
import { type Doctor, DoctorInput, doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { paths } from '../../contract/page-paths.ts'
import type { Refusal } from '../data/api.ts'
import { treatments as allTreatments } from '../data/shared-queries.ts'
import { notSent } from '../data/use-action.ts'
import { useRead } from '../data/use-read.ts'
import { bySchema, type Checked } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Field, FieldFrame } from '../ui/fields/field.tsx'
import { type Option, SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Avatar, type Photo, type PhotoState, usePhoto } from './photo.tsx'
import { doctorsTexts, type PhotoTexts, photoTexts } from './texts.ts'
import './photo-field.css'
import './doctor-form.css'

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
  const isChanged = form.isChanged || !isPhotoOf(photo.photo, props.doctor)
  return (
    <form
      {...form.props}
      className="doctor-form"
      // A photo dropped beside its place must not take the browser away from here.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      <UnsavedGuard when={isChanged} pending={form.pending} />
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

function isPhotoOf(photo: PhotoState, doctor: Doctor | undefined): boolean {
  if (!doctor?.img) return photo.status === 'empty'
  return photo.status === 'ready' && photo.url === doctor.img
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

type SpecialtyFieldProps = {
  name: string
  required: boolean
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** One of the treatments, by name. */
function SpecialtyField({ error, ...select }: SpecialtyFieldProps) {
  const t = useTexts(doctorsTexts)
  const treatments = useRead(allTreatments)
  const names = treatments.data?.map(({ name }) => name)
  const failed = names === undefined && treatments.error !== undefined
  return (
    <div className="specialty">
      <SelectField
        {...select}
        label={t.headings.specialty}
        error={failed ? t.noTreatments : error}
        options={[
          { value: '', label: names ? t.choose : t.oneMoment },
          ...optionsOf(names ?? [], select.value),
        ]}
      />
      {failed && (
        <Button variant="quiet" busy={treatments.isLoading} onClick={treatments.reload}>
          {t.loadAgain}
        </Button>
      )}
      {names?.length === 0 && (
        <p>
          {t.noneYet} <Link to={paths.treatments}>{t.addOneFirst}</Link>
        </p>
      )}
    </div>
  )
}

/** A doctor's specialty may be a treatment that is no longer offered. */
function optionsOf(names: string[], chosen: string): Option[] {
  const all = names.includes(chosen) || chosen === '' ? names : [...names, chosen]
  return all.map((name) => ({ value: name, label: name }))
}

/** Takes a photo from the disk or dropped on it, and shows how far its upload is. */
function PhotoField({ photo, error }: { photo: Photo; error: string | undefined }) {
  const t = useTexts(photoTexts)
  const { photo: state, hasFormer, choose, cancel } = photo
  const [isOver, setOver] = useState(false)
  const { input, around } = useKeptFocus()
  const problem = state.status === 'failed' ? state.message : error

  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) choose(file)
    },
  }

  return (
    <FieldFrame label={t.photo} hint={t.hint} error={problem}>
      {({ className: _, ...control }) => (
        <div className="photo-zone" data-over={isOver || undefined} {...zone} {...around}>
          <Picture state={state} />
          <div className="photo-words">
            <Words state={state} inputId={control.id} />
            <PhotoInput {...control} ref={input} onFile={choose} />
            {state.status === 'uploading' && (
              <Button variant="quiet" className="photo-button" onClick={cancel}>
                {t.cancel}
              </Button>
            )}
            <Again state={state} choose={choose} />
            {state.status === 'failed' && hasFormer && (
              <Button variant="quiet" className="photo-button" onClick={cancel}>
                {t.keepFormer}
              </Button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

/** Buttons come and go with the upload; the focus of one that went is the input's. */
function useKeptFocus() {
  const input = useRef<HTMLInputElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) input.current?.focus()
  })
  const around = {
    onFocus() {
      isInside.current = true
    },
    onBlur() {
      isInside.current = false
    },
  }
  return { input, around }
}

type PhotoInputProps = ComponentProps<'input'> & { onFile: (file: File) => void }

function PhotoInput({ onFile, ...control }: PhotoInputProps) {
  return (
    <input
      {...control}
      className="photo-input"
      type="file"
      name="img"
      accept="image/*"
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file)
        // So that the same file can be chosen once more.
        target.value = ''
      }}
    />
  )
}

function Picture({ state }: { state: PhotoState }) {
  const preview = 'preview' in state ? state.preview : null
  if (preview) return <img className="photo-picture" src={preview} alt="" />
  if (state.status === 'ready') return <Avatar img={state.url} name="" className="photo-picture" />
  return (
    <span className="photo-picture photo-nothing">
      <Icon of={ImageUp} size={32} />
    </span>
  )
}

function Words({ state, inputId }: { state: PhotoState; inputId: string }) {
  const t = useTexts(photoTexts)
  return (
    <>
      {state.status === 'uploading' ? (
        <progress className="photo-progress" aria-label={t.upload} max={1} value={state.share} />
      ) : (
        <p className="photo-ways">
          <label className="photo-choose" htmlFor={inputId}>
            {state.status === 'empty' ? t.choose : t.chooseAnother}
          </label>
          <span className="photo-drop">{t.orDrop}</span>
        </p>
      )}
      <p className="photo-state" role="status">
        {progressText(state, t)}
      </p>
    </>
  )
}

function progressText(state: PhotoState, t: PhotoTexts): string {
  if (state.status === 'ready') return t.ready
  if (state.status === 'failed') return t.notUploaded
  if (state.status === 'empty') return ''
  return state.share < 1 ? t.uploading : t.preparing
}

function Again({ state, choose }: { state: PhotoState; choose: Photo['choose'] }) {
  const { tryAgain } = useTexts(sharedTexts)
  const file = state.status === 'failed' ? state.again : null
  if (!file) return null
  return (
    <Button variant="quiet" className="photo-button" onClick={() => choose(file)}>
      {tryAgain}
    </Button>
  )
}
