import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import type { DayNote } from '../../../contract/schedule/day-parts.ts'
import { dayEndpoints, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import { call } from '../../data/api.ts'
import { ChangedMeanwhile, useRevision } from '../../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { useMay } from '../../identity/own-role.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { refusalText } from '../changes.tsx'
import './team-note.css'

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
  const canWrite = useMay()('bookings')
  if (isEdited) return <NoteForm {...{ day, note }} onClose={() => setEdited(false)} />
  if (note.text === '') {
    if (!canWrite) return null
    return (
      <button type="button" className="team-note-add" onClick={() => setEdited(true)}>
        <Icon of={NotebookPen} size={16} />
        {t.add}
      </button>
    )
  }
  return (
    <section className="team-note" aria-label={t.note}>
      <p>{note.text}</p>
      {canWrite && (
        <Button variant="quiet" onClick={() => setEdited(true)}>
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
    touches: [dayEndpoints.readDay],
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
        <Button variant="quiet" onClick={onClose}>
          {sharedTexts[language].goBack}
        </Button>
      </div>
    </form>
  )
}
