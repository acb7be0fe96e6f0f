import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { type Chair, ChairDraft } from '../../contract/doctors/schedule.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { readTogether, useRead } from '../data/use-read.ts'
import { AffectedModal, useAffected } from '../forms/affected-modal.tsx'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { closeForm } from '../forms/leaving.ts'
import { bySchema } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxChoices, CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { settleTouches } from './changes/settle-list.tsx'
import './chairs-page.css'

const chairsTexts = defineTexts({
  en: {
    title: 'Chairs',
    what: 'The chairs',
    loading: 'Loading the chairs…',
    intro:
      'A chair takes one appointment at a time. Once there is a chair, each appointment with a doctor who has working hours takes a free one.',
    none: 'No chairs yet',
    noneHint: 'Without chairs, only the doctors’ hours decide which times are free.',
    add: 'Add a chair',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    headings: { name: 'Name', treatments: 'Treatments', action: 'Action' },
    all: 'All treatments',
    archived: 'Archived',
    name: 'Name',
    treatments: 'Treatments',
    treatmentsHint: 'With none chosen, every treatment can take place in it.',
    inUse: 'In use',
    inUseHint: 'A chair that is not in use takes no appointments; past ones stay.',
    state: 'The chair',
    states: { used: 'in use', unused: 'not in use' },
    save: 'Save chair',
    saved: (name: string) => `${name} was saved`,
    question: 'Save this chair?',
  },
  es: {
    title: 'Sillones',
    what: 'los sillones',
    loading: 'Cargando los sillones…',
    intro:
      'Un sillón admite una cita a la vez. Desde el primer sillón, cada cita con un doctor que tiene horario ocupa uno que esté libre.',
    none: 'Todavía no hay sillones',
    noneHint: 'Sin sillones nada pide uno: solo decide el horario de los doctores.',
    add: 'Añadir un sillón',
    edit: 'Editar',
    editOf: (name) => `Editar ${name}`,
    headings: { name: 'Nombre', treatments: 'Tratamientos', action: 'Acción' },
    all: 'Todos los tratamientos',
    archived: 'Archivado',
    name: 'Nombre',
    treatments: 'Tratamientos',
    treatmentsHint: 'Si no elige ninguno, admite todos los tratamientos.',
    inUse: 'En uso',
    inUseHint: 'Si no está en uso, no admite citas; lo que ocurrió en él se conserva.',
    state: 'El estado',
    states: { used: 'en uso', unused: 'fuera de uso' },
    save: 'Guardar el sillón',
    saved: (name) => `Se guardó ${name}`,
    question: '¿Guardar este sillón?',
  },
})

type ChairsTexts = (typeof chairsTexts)['en']

const touches = [doctorEndpoints.listChairs, endpoints.listAvailable, ...settleTouches]
const reads = [doctorEndpoints.listChairs, treatmentEndpoints.listStaffTreatments]

async function loadChairs(signal: AbortSignal) {
  const [chairs, treatments] = await Promise.all([
    call(doctorEndpoints.listChairs, {}, { signal }),
    call(treatmentEndpoints.listStaffTreatments, {}, { signal }),
  ])
  return { chairs, treatments: treatments.filter(({ archived }) => !archived) }
}

type Named = { _id: string; name: string }

/** The rooms and units in which appointments take place. */
export function ChairsPage() {
  const t = useTexts(chairsTexts)
  const source = readTogether('chairs', reads, null, loadChairs)
  const { data, error, isLoading, reload } = useRead(source, { fresh: true })
  const [edited, setEdited] = useState<string>()
  const chair = data?.chairs.find(({ _id }) => _id === edited)
  const heading = useRef<HTMLHeadingElement>(null)
  const add = <Button onClick={() => setEdited('new')}>{t.add}</Button>

  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title} heading={heading} beside={data && data.chairs.length > 0 && add}>
      <p className="chairs-intro">{t.intro}</p>
      {!data && (
        <TableSkeleton label={t.loading} headings={Object.values(t.headings)} height="56px" />
      )}
      {data && data.chairs.length === 0 && (
        <EmptyState picture={picture} title={t.none} action={add}>
          <p>{t.noneHint}</p>
        </EmptyState>
      )}
      {data && data.chairs.length > 0 && <ChairTable {...data} onEdit={setEdited} />}
      {data && edited && (
        <ChairModal
          key={edited}
          chair={chair}
          treatments={data.treatments}
          onClose={() => setEdited(undefined)}
        />
      )}
    </StaffPage>
  )
}

type ChairTableProps = {
  chairs: readonly Chair[]
  treatments: readonly Named[]
  onEdit: (id: string) => void
}

function ChairTable({ chairs, treatments, onEdit }: ChairTableProps) {
  const t = useTexts(chairsTexts)
  const columns: readonly Column<Chair>[] = [
    {
      heading: t.headings.name,
      cell: ({ name, archived }) => (archived ? `${name} (${t.archived})` : name),
    },
    { heading: t.headings.treatments, cell: (chair) => namesOf(treatments, chair) || t.all },
    {
      heading: t.headings.action,
      cell: (chair) => (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.editOf(chair.name)}
          onClick={() => onEdit(chair._id)}
        >
          {t.edit}
        </Button>
      ),
    },
  ]
  return (
    <Table
      caption={t.title}
      hideCaption
      columns={columns}
      rows={chairs}
      rowKey={({ _id }) => _id}
    />
  )
}

/** '' where it takes all. */
function namesOf(treatments: readonly Named[], chair: Pick<Chair, 'treatments'>): string {
  const own = treatments.filter(({ _id }) => chair.treatments.includes(_id))
  return own.map(({ name }) => name).join(', ')
}

type ChairModalProps = {
  /** As it is stored; absent for a new one. */
  chair: Chair | undefined
  treatments: readonly Named[]
  onClose: () => void
}

/** Edits a chair. Shows changes that are saved elsewhere while the form is open. */
function ChairModal(props: ChairModalProps) {
  const { chair, treatments, onClose } = props
  const t = useTexts(chairsTexts)
  const lists = useTexts(listTexts)
  const revision = useRevision(chair?.revision ?? 0)
  const { question, ...form } = useChairForm(props, revision.from)
  const { draft, problems, change } = form

  return (
    <Modal title={chair ? t.editOf(chair.name) : t.add} isOpen onClose={() => closeForm(onClose)}>
      <form {...form.props} className="chair-form">
        <UnsavedGuard when={form.isChanged} pending={form.pending} />
        <Field
          {...form.field('name')}
          label={t.name}
          error={problems.name}
          required
          autoFocus
          maxLength={100}
          autoComplete="off"
        />
        <Treatments
          treatments={treatments}
          chosen={draft.treatments}
          error={problems.treatments}
          onChange={(chosen) => change({ treatments: chosen })}
        />
        {chair && (
          <>
            <CheckboxField
              label={t.inUse}
              hint={t.inUseHint}
              checked={!draft.archived}
              onChange={(isInUse) => change({ archived: !isInUse })}
            />
            <ChangedMeanwhile
              form={form}
              newest={draftOf(chair)}
              revision={revision}
              words={(field, theirs) => wordsOf(t, treatments, field, theirs)}
            />
          </>
        )}
        <ErrorLine>{form.failure}</ErrorLine>
        <Button type="submit" busy={form.pending}>
          {t.save}
        </Button>
      </form>
      <AffectedModal {...question} title={t.question} confirmLabel={lists.saveAndSettle}>
        <p>{lists.settledNext}</p>
      </AffectedModal>
    </Modal>
  )
}

const fields = ['name', 'treatments'] as const
const fieldOf = { chair_exists: 'name', treatment_gone: 'treatments' } as const

function draftOf(chair: Chair | undefined): ChairDraft {
  if (!chair) return { name: '', treatments: [], archived: false }
  const { name, treatments, archived } = chair
  return { name, treatments, archived }
}

/** A field's label and value, for the message that it was changed elsewhere. */
function wordsOf(
  t: ChairsTexts,
  treatments: readonly Named[],
  field: keyof ChairDraft,
  draft: ChairDraft,
) {
  if (field === 'name') return { label: t.name, text: draft.name }
  if (field === 'treatments') {
    return { label: t.treatments, text: namesOf(treatments, draft) || t.all }
  }
  return { label: t.state, text: draft.archived ? t.states.unused : t.states.used }
}

function useChairForm({ chair, onClose }: ChairModalProps, revision: number) {
  const t = useTexts(chairsTexts)
  const navigate = useNavigate()
  async function send({ archived, ...input }: ChairDraft, confirmed: boolean) {
    const body = { ...input, confirmed }
    if (!chair) return call(doctorEndpoints.addChair, { body })
    const changed = { ...body, archived, revision }
    return call(doctorEndpoints.changeChair, { params: { id: chair._id }, body: changed })
  }
  function onDone(_: unknown, { name }: ChairDraft) {
    toast.success(t.saved(name))
    onClose()
  }
  const { ask, question } = useAffected({
    send,
    touches,
    onConfirmed({ change }, body) {
      onDone(null, body)
      if (change !== null) void navigate(paths.planChange(change))
    },
  })
  const form = useForm({
    start: draftOf(chair),
    fields,
    fieldOf,
    check: bySchema(ChairDraft, fields),
    send: ask,
    touches,
    onDone,
  })
  return { ...form, question }
}

type TreatmentsProps = {
  treatments: readonly Named[]
  /** Their ids. */
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

function Treatments({ treatments, chosen, error, onChange }: TreatmentsProps) {
  const t = useTexts(chairsTexts)
  return (
    <fieldset className="chair-treatments" data-field="treatments" tabIndex={-1}>
      <legend>{t.treatments}</legend>
      <p className="field-hint">{t.treatmentsHint}</p>
      {error && <ErrorLine>{error}</ErrorLine>}
      <CheckboxChoices of={treatments} chosen={chosen} onChange={onChange} />
    </fieldset>
  )
}
