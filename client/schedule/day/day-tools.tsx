import { NotebookPen, Printer } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { Day } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { type Patient, patientEndpoints } from '../../../contract/patients/patient.ts'
import type { DayNote } from '../../../contract/schedule/day-parts.ts'
import { scheduleEndpoints, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffDay } from '../../../contract/schedule/staff-appointment.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { call } from '../../data/api.ts'
import { read, useRead } from '../../data/use-read.ts'
import { ChangedMeanwhile, useRevision } from '../../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { useMay } from '../../identity/own-role.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { leave } from '../../ui/leaving.ts'
import { Link } from '../../ui/link.tsx'
import { refusalText } from '../changes.tsx'
import { ChooseColumns } from '../columns/day-team.tsx'
import { Segments } from '../segments.tsx'
import { liveOnes } from '../slots.ts'
import { dayTexts } from '../texts.ts'
import type { Columns, useDayChoice, View } from '../use-day-choice.ts'
import { LateButton } from '../visits/visit-note.tsx'
import './team-note.css'

type DayToolsProps = {
  staffDay: StaffDay
  isToday: boolean
  view: View
  columns: Columns
  choice: Pick<
    ReturnType<typeof useDayChoice>,
    'chooseView' | 'chooseColumns' | 'showsCancelled' | 'showCancelled'
  >
  /** There is a time left on this day. */
  canBook: boolean
  onBook: () => void
}

/** How the day is looked at, and the one thing to do on it. */
export function DayTools({
  staffDay,
  isToday,
  view,
  columns,
  choice,
  canBook,
  onBook,
}: DayToolsProps) {
  const t = useTexts(dayTexts)
  const views = [
    { value: 'calendar', label: t.asCalendar },
    { value: 'list', label: t.asList },
    ...(isToday ? [{ value: 'visits' as const, label: t.asVisits }] : []),
  ] as const
  useShortcut('b', t.bookForPatient, canBook ? onBook : undefined)
  useShortcut('v', t.view, () => choice.chooseView(view === 'list' ? 'calendar' : 'list'))
  const live = liveOnes(staffDay.appointments).length
  const cancelled = staffDay.appointments.length - live
  return (
    <div className="day-tools">
      <Segments label={t.view} options={views} value={view} onPress={choice.chooseView} />
      {view === 'calendar' && (
        <ChooseColumns of={staffDay} value={columns} onChoose={choice.chooseColumns} />
      )}
      <p className="day-count" role="status">
        {t.appointments(live)}
      </p>
      <LateButton of={staffDay.appointments} onPress={() => choice.chooseView('visits')} />
      {view === 'list' && cancelled > 0 && (
        <CheckboxField
          label={t.showCancelled(cancelled)}
          checked={choice.showsCancelled}
          onChange={choice.showCancelled}
        />
      )}
      {live > 0 && (
        <Button variant="quiet" className="day-print" onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
      )}
      {canBook && (
        <Button className="day-book-for" aria-haspopup="dialog" onClick={onBook}>
          {t.bookForPatient}
        </Button>
      )}
    </div>
  )
}

const texts = defineTexts({
  en: {
    note: 'Note of the day',
    add: 'Add a note for the team',
    edit: 'Edit the note',
    label: 'Note for the team',
    save: 'Save note',
  },
  es: {
    note: 'Nota del día',
    add: 'Añadir una nota para el equipo',
    edit: 'Editar la nota',
    label: 'Nota para el equipo',
    save: 'Guardar nota',
  },
})

type TeamNoteProps = { day: Day; note: DayNote }

/** What the team should know on a day; edited where it stands. */
export function TeamNote({ day, note }: TeamNoteProps) {
  const t = useTexts(texts)
  const [isEdited, setEdited] = useState(false)
  const wasEdited = useRef(false)
  // The form takes the focus away with it, and so does the button that the stored note replaces.
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    const isLost = document.activeElement === document.body
    if (wasEdited.current && isLost) button?.focus({ preventScroll: true })
  }, [])
  const canWrite = useMay()('bookings')
  const close = () => {
    wasEdited.current = true
    setEdited(false)
  }
  if (isEdited) return <NoteForm {...{ day, note }} onClose={close} />
  if (note.text === '') {
    if (!canWrite) return null
    return (
      <button
        ref={takeFocus}
        type="button"
        className="team-note-add"
        onClick={() => setEdited(true)}
      >
        <Icon of={NotebookPen} size={16} />
        {t.add}
      </button>
    )
  }
  return (
    <section className="team-note" aria-label={t.note}>
      <p>{note.text}</p>
      {canWrite && (
        <Button ref={takeFocus} variant="quiet" onClick={() => setEdited(true)}>
          {t.edit}
        </Button>
      )}
    </section>
  )
}

type NoteFormProps = TeamNoteProps & { onClose: () => void }

const fields = ['text'] as const

function NoteForm({ day, note, onClose }: NoteFormProps) {
  const language = useLanguage()
  const t = texts[language]
  const revision = useRevision(note.revision)
  const form = useForm({
    start: { text: note.text },
    fields,
    check: (draft: { text: string }) => ({ ok: true, values: draft }),
    explain: (refusal) => refusalText(language, refusal),
    send: ({ text }) =>
      call(teamEndpoints.writeDayNote, { body: { date: day, text, revision: revision.from } }),
    touches: [scheduleEndpoints.readDay],
    onDone: onClose,
  })
  return (
    <form {...form.props} className="team-note-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <TextAreaField
        {...form.field('text')}
        label={t.label}
        rows={3}
        maxLength={2000}
        autoFocus
        error={form.problems.text}
      />
      <ChangedMeanwhile
        form={form}
        newest={{ text: note.text }}
        revision={revision}
        words={(_, theirs) => ({ label: t.note, text: theirs.text || '–' })}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="team-note-send">
        <Button type="submit" busy={form.pending}>
          {t.save}
        </Button>
        <Button variant="quiet" onClick={() => leave(onClose)}>
          {sharedTexts[language].goBack}
        </Button>
      </div>
    </form>
  )
}

const bookingTexts = defineTexts({
  en: {
    bookingFor: 'Booking for',
    pick: 'Choose any free time, on any day.',
    unusable:
      'This patient’s record cannot be booked for: it was merged or erased, or it did not load.',
    stop: 'Stop',
  },
  es: {
    bookingFor: 'Reserva para',
    pick: 'Elija cualquier hora libre, de cualquier día.',
    unusable:
      'No se puede reservar para la ficha de este paciente: se unió a otra, se borró o no se pudo cargar.',
    stop: 'Dejar',
  },
})

/** The patient of the booking by staff, as the address says; '' for none. */
export function useBookedPatient(id: string) {
  const { data, isCurrent, error } = useRead(
    read(patientEndpoints.readPatient, { params: { id } }),
    { enabled: id !== '' },
  )
  const isKnown = id !== '' && isCurrent
  const patient = isKnown && !data?.erased && !data?.mergedInto ? data : undefined
  const isReading = id !== '' && !isCurrent && error === undefined
  return { patient, isReading, isUnusable: id !== '' && !isReading && !patient }
}

type BookingForProps = {
  /** Absent where their record cannot be used. */
  patient: Patient | undefined
  onStop: () => void
}

/** Who every booking on the schedule is for, until it is made or given up. */
export function BookingFor({ patient, onStop }: BookingForProps) {
  const t = useTexts(bookingTexts)
  return (
    <Note>
      <span className="booking-for">
        {patient ? (
          <span>
            {t.bookingFor} <Link to={paths.patient(patient._id)}>{patient.name}</Link>. {t.pick}
          </span>
        ) : (
          t.unusable
        )}
        <Button variant="quiet" onClick={onStop}>
          {t.stop}
        </Button>
      </span>
    </Note>
  )
}
