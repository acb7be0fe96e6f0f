import { type RefObject, useRef, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { type Dependent, mostDependents } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { family } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { DependentFields, useDependentForm } from '../domain/dependent-fields.tsx'
import { dependentTexts } from '../domain/dependent-texts.ts'
import { closeForm } from '../forms/leaving.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { unlessGone, useConfirmation } from '../forms/use-confirmation.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { listTexts } from '../i18n/texts-lists.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal, Modal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import './family-page.css'

/** The dependents of the account. */
export function FamilyPage() {
  const t = useTexts(familyTexts)
  const [editing, setEditing] = useState<Dependent>()
  const [removing, setRemoving] = useState<Dependent>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title={t.title} heading={heading}>
      <p className="family-intro">{t.intro}</p>
      <Family onEdit={setEditing} onRemove={setRemoving} />
      <EditModal
        dependent={editing}
        onClose={() => setEditing(undefined)}
        focusAfterwards={heading}
      />
      <RemoveModal
        dependent={removing}
        onClose={() => setRemoving(undefined)}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type RowActions = {
  onEdit: (dependent: Dependent) => void
  onRemove: (dependent: Dependent) => void
}

function Family(actions: RowActions) {
  const t = useTexts(familyTexts)
  const { isOld } = useTexts(listTexts)
  const { data, error, isLoading, reload } = useRead(family)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) {
    const headings = Object.values(t.headings)
    return <TableSkeleton label={t.loading} headings={headings} rows={2} height="44px" />
  }
  return (
    <>
      {error !== undefined && <Note>{isOld}</Note>}
      {data.length > 0 ? (
        <FamilyTable dependents={data} {...actions} />
      ) : (
        <div className="family-nobody">
          <h3>{t.nobody}</h3>
          <p>{t.nobodyText}</p>
        </div>
      )}
      <section className="add-member" aria-labelledby="add-member-heading">
        <h3 id="add-member-heading">{t.add}</h3>
        {data.length < mostDependents ? <AddForm /> : <p>{t.isFull}</p>}
      </section>
    </>
  )
}

function FamilyTable({ dependents, onEdit, onRemove }: RowActions & { dependents: Dependent[] }) {
  const t = useTexts(familyTexts)
  const { relations } = useTexts(dependentTexts)
  const columns: readonly Column<Dependent>[] = [
    { heading: t.headings.name, cell: ({ name }) => name },
    { heading: t.headings.relation, cell: ({ relation }) => relations[relation] },
    {
      heading: t.headings.action,
      cell: (dependent) => (
        <div className="family-actions">
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.editOf(dependent.name)}
            onClick={() => onEdit(dependent)}
          >
            {t.edit}
          </Button>
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.removeOf(dependent.name)}
            onClick={() => onRemove(dependent)}
          >
            {t.remove}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t.list}
      hideCaption
      columns={columns}
      rows={dependents}
      rowKey={({ _id }) => _id}
    />
  )
}

function AddForm() {
  const t = useTexts(familyTexts)
  const form = useDependentForm({
    send: (body) => call(familyEndpoints.addDependent, { body }),
    onDone({ name }) {
      toast.success(t.added(name))
      form.reset()
    },
  })
  return <DependentForm form={form} submitLabel={t.add} />
}

type EditFormProps = { dependent: Dependent; onClose: () => void }

function EditForm({ dependent, onClose }: EditFormProps) {
  const t = useTexts(familyTexts)
  const form = useDependentForm({
    dependent,
    send: (body) => call(familyEndpoints.changeDependent, { params: { id: dependent._id }, body }),
    onDone({ name }) {
      toast.success(t.saved(name))
      onClose()
    },
    explain: ({ code, message }) => (code === 'not_found' ? t.gone(dependent.name) : message),
  })
  return (
    <div className="edit-member">
      <p className="edit-member-note">{t.keepsName}</p>
      <DependentForm form={form} submitLabel={t.save} autoFocus />
    </div>
  )
}

type DependentFormProps = {
  form: ReturnType<typeof useDependentForm>
  submitLabel: string
  autoFocus?: boolean
}

function DependentForm({ form, submitLabel, autoFocus = false }: DependentFormProps) {
  const { name } = useTexts(sharedTexts)
  return (
    <form {...form.props} className="member-form">
      <UnsavedGuard when={form.isChanged} pending={form.pending} />
      <DependentFields
        nameLabel={name}
        draft={form.draft}
        problem={form.problems.name}
        autoFocus={autoFocus}
        onChange={form.change}
      />
      <Button type="submit" busy={form.pending}>
        {submitLabel}
      </Button>
      <ErrorLine>{form.failure}</ErrorLine>
    </form>
  )
}

type MemberModalProps = {
  /** Absent while the dialog is closed. */
  dependent: Dependent | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function EditModal({ dependent, onClose, focusAfterwards }: MemberModalProps) {
  const t = useTexts(familyTexts)
  useFocusOnceClosed(dependent !== undefined, focusAfterwards)
  return (
    <Modal
      title={t.editOf(dependent?.name ?? '')}
      isOpen={dependent !== undefined}
      onClose={() => closeForm(onClose)}
    >
      {dependent && <EditForm key={dependent._id} dependent={dependent} onClose={onClose} />}
    </Modal>
  )
}

function RemoveModal({ dependent, onClose, focusAfterwards }: MemberModalProps) {
  const t = useTexts(familyTexts)
  const { subject, ...asked } = useConfirmation(dependent, {
    act: ({ _id: id }) =>
      call(familyEndpoints.removeDependent, { params: { id } }).catch(unlessGone),
    touches: [familyEndpoints.listFamily],
    onDone: ({ name }) => {
      toast.success(t.removed(name))
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  const { name = '' } = subject ?? {}
  return (
    <ConfirmModal {...asked} title={t.removeQuestion(name)} confirmLabel={t.removeOf(name)}>
      <p>{t.staysBooked}</p>
    </ConfirmModal>
  )
}

const familyTexts = defineTexts({
  en: {
    title: 'My Family',
    intro:
      'The people you book for. Choose them in the booking form; each can have appointments of their own, also at the same time as yours.',
    what: 'Your family list',
    list: 'Your family list',
    loading: 'Loading your family list…',
    headings: { name: 'Name', relation: 'Relation', action: 'Action' },
    nobody: 'Nobody here yet',
    nobodyText: 'Add a child, your partner or a parent, and you can book for them, too.',
    add: 'Add somebody',
    added: (name: string) => `${name} is in your list`,
    isFull: 'Your list is full: it takes 20 people.',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    keepsName: 'Appointments that are booked already keep the name they were booked with.',
    save: 'Save',
    saved: (name: string) => `${name} is saved`,
    gone: (name: string) => `${name} was removed from your list meanwhile. Nothing was saved.`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) => `Remove ${name}?`,
    removed: (name: string) => `${name} is no longer in your list`,
    staysBooked:
      'You can no longer choose this person when you book. Their appointments stay as they are, past and to come; you find them in My Appointments.',
  },
  es: {
    title: 'Mi familia',
    intro:
      'Las personas para las que usted reserva. Elíjalas al reservar; cada una puede tener sus propias citas, también a la misma hora que la suya.',
    what: 'su lista familiar',
    list: 'Su lista familiar',
    loading: 'Cargando su lista familiar…',
    headings: { name: 'Nombre', relation: 'Relación', action: 'Acción' },
    nobody: 'Todavía no hay nadie',
    nobodyText: 'Agregue a un hijo, a su pareja o a su padre o madre y podrá reservar para ellos.',
    add: 'Agregar a alguien',
    added: (name) => `${name} ya está en su lista`,
    isFull: 'Su lista está completa: admite 20 personas.',
    edit: 'Editar',
    editOf: (name) => `Editar: ${name}`,
    keepsName: 'Las citas ya reservadas conservan el nombre con el que se reservaron.',
    save: 'Guardar',
    saved: (name) => `Se guardó: ${name}`,
    gone: (name) => `Alguien quitó a ${name} de su lista mientras tanto. No se guardó nada.`,
    remove: 'Quitar',
    removeOf: (name) => `Quitar a ${name}`,
    removeQuestion: (name) => `¿Quitar a ${name}?`,
    removed: (name) => `${name} ya no está en su lista`,
    staysBooked:
      'Ya no podrá elegir a esta persona al reservar. Sus citas quedan como están, las pasadas y las próximas; las encuentra en Mis citas.',
  },
})
