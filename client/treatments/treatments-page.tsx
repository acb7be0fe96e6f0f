import { type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { endpoints } from '../../contract/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars } from '../../contract/show.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { read, useRead } from '../data/use-read.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import noTreatments from '../ui/art/no-appointments.svg'
import unknownTreatment from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ButtonLink } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { formTexts, treatmentsTexts } from './texts.ts'
import { TreatmentForm, useArrivalFocus } from './treatment-form.tsx'
import './treatments-page.css'

const touches = [treatmentEndpoints.listStaffTreatments, endpoints.listTreatments]

/** `?treatment=` names whose form is open. */
const chosenTreatment = 'treatment'
const newTreatment = 'new'

function treatmentPath(id: string): string {
  return `${paths.treatments}?${chosenTreatment}=${encodeURIComponent(id)}`
}

/** What the clinic offers, and the form of one treatment where the address names one. */
export function TreatmentsPage() {
  const t = useTexts(treatmentsTexts)
  const [query] = useSearchParams()
  const treatments = useRead(read(treatmentEndpoints.listStaffTreatments, {}), { fresh: true })
  const { data, error, isLoading, reload } = treatments
  const chosen = query.get(chosenTreatment)
  const treatment = data?.find(({ _id }) => _id === chosen)

  if (chosen === newTreatment) return <TreatmentForm key={chosen} />
  if (data && chosen !== null && !treatment && !isLoading) return <UnknownTreatment />
  if (treatment) return <TreatmentForm key={treatment._id} treatment={treatment} />
  if (data) return <TreatmentList treatments={data} />
  if (error === undefined) return <TreatmentListSkeleton />
  return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
}

function TreatmentList({ treatments }: { treatments: readonly StaffTreatment[] }) {
  const t = useTexts(treatmentsTexts)
  const { add: addLabel } = useTexts(formTexts)
  const [leaving, setLeaving] = useState<StaffTreatment>()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrivalFocus(heading)
  const add = <ButtonLink to={treatmentPath(newTreatment)}>{addLabel}</ButtonLink>

  return (
    <StaffPage title={t.title} heading={heading} beside={treatments.length > 0 && add}>
      {treatments.length > 0 ? (
        <TreatmentTable treatments={treatments} onArchive={setLeaving} />
      ) : (
        <EmptyState picture={noTreatments} title={t.none} action={add}>
          <p>{t.addTheFirst}</p>
        </EmptyState>
      )}
      <ArchiveModal
        treatment={leaving}
        onClose={() => setLeaving(undefined)}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type TreatmentTableProps = {
  treatments: readonly StaffTreatment[]
  onArchive: (treatment: StaffTreatment) => void
}

function TreatmentTable({ treatments, onArchive }: TreatmentTableProps) {
  const language = useLanguage()
  const t = useTexts(treatmentsTexts)
  const { name, price, times, upcoming, action } = t.headings
  const columns: readonly Column<StaffTreatment>[] = [
    { heading: name, cell: (treatment) => <Name treatment={treatment} /> },
    { heading: price, cell: (treatment) => showDollars(language, treatment.price) },
    { heading: times, cell: ({ slots }) => slots.length || t.noTimes },
    { heading: upcoming, cell: (treatment) => treatment.upcoming },
    {
      heading: action,
      cell: (treatment) => (
        <span className="treatment-actions">
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={treatmentPath(treatment._id)}
            aria-label={t.editOf(treatment.name)}
          >
            {t.edit}
          </ButtonLink>
          {treatment.archived ? (
            <RestoreTreatment treatment={treatment} />
          ) : (
            <Button
              variant="danger"
              className="row-button"
              aria-label={t.archiveOf(treatment.name)}
              onClick={() => onArchive(treatment)}
            >
              {t.archive}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={t.title}
      hideCaption
      columns={columns}
      rows={treatments}
      rowKey={({ _id }) => _id}
    />
  )
}

function Name({ treatment: { name, archived } }: { treatment: StaffTreatment }) {
  const t = useTexts(treatmentsTexts)
  return (
    <span className="treatment-row-name">
      <strong>{name}</strong>
      {archived && <span className="treatment-archived">{t.archived}</span>}
    </span>
  )
}

/** Puts an archived treatment back on offer. Nothing is lost by it, so it needs no confirmation. */
function RestoreTreatment({ treatment: { _id: id, name } }: { treatment: StaffTreatment }) {
  const t = useTexts(treatmentsTexts)
  const { pending, run } = useAction({
    send: () =>
      call(treatmentEndpoints.archiveTreatment, { params: { id }, body: { archived: false } }),
    touches,
    onDone: () => toast.success(t.restored(name)),
    onRefused: ({ message }) => toast.error(message),
  })
  return (
    <Button
      variant="quiet"
      className="row-button"
      busy={pending}
      aria-label={t.restoreOf(name)}
      onClick={() => void run(undefined)}
    >
      {t.restore}
    </Button>
  )
}

type ArchiveModalProps = {
  /** Absent while there is no question. */
  treatment: StaffTreatment | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function ArchiveModal(props: ArchiveModalProps) {
  const t = useTexts(treatmentsTexts)
  const { subject, ...asked } = useConfirmation(props.treatment, {
    act: ({ _id }) =>
      call(treatmentEndpoints.archiveTreatment, { params: { id: _id }, body: { archived: true } }),
    touches,
    onDone: ({ name }) => {
      toast.success(t.wasArchived(name))
      props.onClose()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const name = subject?.name ?? ''
  return (
    <ConfirmModal {...asked} title={t.archiveQuestion(name)} confirmLabel={t.archiveOf(name)}>
      <p>{t.noLongerBooked}</p>
      {subject && subject.upcoming > 0 && <p>{t.upcomingStay(subject.upcoming)}</p>}
    </ConfirmModal>
  )
}

function UnknownTreatment() {
  const t = useTexts(treatmentsTexts)
  return (
    <EmptyState
      picture={unknownTreatment}
      title={t.unknown}
      action={
        <ButtonLink variant="quiet" to={paths.treatments}>
          {t.seeAll}
        </ButtonLink>
      }
    >
      <p>{t.oldLink}</p>
    </EmptyState>
  )
}

function TreatmentListSkeleton() {
  const t = useTexts(treatmentsTexts)
  return (
    <StaffPage title={t.title}>
      <TableSkeleton
        label={t.loading}
        headings={Object.values(t.headings)}
        rows={6}
        height="44px"
      />
    </StaffPage>
  )
}
