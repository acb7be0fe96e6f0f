import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { type Chair, ChairInput } from '../../contract/doctors/schedule.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { readTogether, useRead } from '../data/use-read.ts'
import { AffectedModal, useAffected } from '../forms/affected-modal.tsx'
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
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
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
    save: 'Guardar el sillón',
    saved: (name) => `Se guardó ${name}`,
    question: '¿Guardar este sillón?',
  },
})

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
  const [edited, setEdited] = useState<Chair | 'new'>()
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
          key={edited === 'new' ? edited : edited._id}
          chair={edited === 'new' ? undefined : edited}
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
  onEdit: (chair: Chair) => void
}

function ChairTable({ chairs, treatments, onEdit }: ChairTableProps) {
  const t = useTexts(chairsTexts)
  const names = (chair: Chair) =>
    treatments.filter(({ _id }) => chair.treatments.includes(_id)).map(({ name }) => name)
  const columns: readonly Column<Chair>[] = [
    {
      heading: t.headings.name,
      cell: ({ name, archived }) => (archived ? `${name} (${t.archived})` : name),
    },
    { heading: t.headings.treatments, cell: (chair) => names(chair).join(', ') || t.all },
    {
      heading: t.headings.action,
      cell: (chair) => (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.editOf(chair.name)}
          onClick={() => onEdit(chair)}
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

type ChairModalProps = {
  /** Absent for a new one. */
  chair: Chair | undefined
  treatments: readonly Named[]
  onClose: () => void
}

const fields = ['name', 'treatments'] as const
const fieldOf = { chair_exists: 'name', treatment_gone: 'treatments' } as const

function ChairModal({ chair, treatments, onClose }: ChairModalProps) {
  const t = useTexts(chairsTexts)
  const lists = useTexts(listTexts)
  const navigate = useNavigate()
  const wasInUse = !chair?.archived
  const [isInUse, setInUse] = useState(wasInUse)
  type Body = { name: string; treatments: string[] }
  async function send(body: Body, confirmed: boolean) {
    if (!chair) return call(doctorEndpoints.addChair, { body: { ...body, confirmed } })
    const { _id: id, revision } = chair
    const changed = { ...body, confirmed, revision, archived: !isInUse }
    return call(doctorEndpoints.changeChair, { params: { id }, body: changed })
  }
  function onDone(_: unknown, { name }: Body) {
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
    start: { name: chair?.name ?? '', treatments: chair?.treatments ?? [] },
    fields,
    fieldOf,
    check: bySchema(ChairInput, fields),
    send: ask,
    touches,
    onDone,
  })
  const { draft, problems, change } = form

  return (
    <Modal title={chair ? t.editOf(chair.name) : t.add} isOpen onClose={() => closeForm(onClose)}>
      <form {...form.props} className="chair-form">
        <UnsavedGuard when={form.isChanged || isInUse !== wasInUse} pending={form.pending} />
        <Field
          {...form.field('name')}
          label={t.name}
          error={problems.name}
          required
          maxLength={100}
          autoComplete="off"
        />
        <fieldset className="chair-treatments" data-field="treatments" tabIndex={-1}>
          <legend>{t.treatments}</legend>
          <p className="field-hint">{t.treatmentsHint}</p>
          {problems.treatments && <ErrorLine>{problems.treatments}</ErrorLine>}
          {treatments.map(({ _id, name }) => (
            <CheckboxField
              key={_id}
              label={name}
              checked={draft.treatments.includes(_id)}
              onChange={(isChosen) =>
                change({
                  treatments: isChosen
                    ? [...draft.treatments, _id]
                    : draft.treatments.filter((one) => one !== _id),
                })
              }
            />
          ))}
        </fieldset>
        {chair && (
          <CheckboxField label={t.inUse} hint={t.inUseHint} checked={isInUse} onChange={setInUse} />
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
