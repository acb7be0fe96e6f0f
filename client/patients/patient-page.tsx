import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import {
  type Patient,
  patientEndpoints,
  patientRefusalTexts,
  type Visit,
} from '../../contract/patients/patient.ts'
import { dialled } from '../../contract/phone.ts'
import { privacyEndpoints } from '../../contract/privacy/endpoints.ts'
import { showDay, showDollars, showSlot } from '../../contract/show.ts'
import { BackLink } from '../app/staff-page.tsx'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { read, useRead } from '../data/use-read.ts'
import { dependentTexts } from '../domain/dependent-texts.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { focusOnceSettled, useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useMay } from '../identity/own-role.ts'
import picture from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { AlertMark } from '../ui/feedback/alert-mark.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ButtonLink, Link } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { EditModal } from './edit-modal.tsx'
import { patientTexts, visitTexts } from './patient-texts.ts'
import { Merges, SimilarPatients, touches } from './similar-patients.tsx'
import './patients.css'

/** One patient for staff: who it is, what must be seen at once, visits, money, family and messages. */
export function PatientPage() {
  const { id = '' } = useParams()
  return (
    <section className="patient-page" aria-labelledby="patient-heading">
      <Loaded key={id} id={id} />
    </section>
  )
}

function Loaded({ id }: { id: string }) {
  const t = useTexts(patientTexts)
  const { data, error, isLoading, reload } = useRead(
    read(patientEndpoints.readPatient, { params: { id } }),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const [isEditing, setEditing] = useState(false)
  useFocusOnceClosed(isEditing, heading)
  const isGone = error instanceof ApiError && error.code === 'not_found'
  if (!data && !isGone) {
    return (
      <>
        <h2 id="patient-heading">{t.patient}</h2>
        {error === undefined ? (
          <Skeleton height="320px" />
        ) : (
          <LoadFailure what={t.thePatient} error={error} onRetry={reload} busy={isLoading} />
        )}
      </>
    )
  }
  return (
    <>
      {data && !isGone ? (
        <Known patient={data} heading={heading} onEdit={() => setEditing(true)} />
      ) : (
        <NoPatient wasKnown={data !== undefined} heading={heading} />
      )}
      {data && (
        <EditModal
          patient={data}
          isGone={isGone}
          isOpen={isEditing}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

type NoPatientProps = { wasKnown: boolean; heading: RefObject<HTMLHeadingElement | null> }

/**
 * `wasKnown`: the record was on the screen and is gone, as that of an erased person without visits. The heading
 * takes the focus then, since the button that had it is gone, too.
 */
function NoPatient({ wasKnown, heading }: NoPatientProps) {
  const t = useTexts(patientTexts)
  useEffect(() => {
    if (!wasKnown) return
    return focusOnceSettled(heading, () => document.activeElement === document.body)
  }, [wasKnown, heading])
  return (
    <>
      <h2 id="patient-heading" className="visually-hidden" ref={heading} tabIndex={-1}>
        {t.patient}
      </h2>
      <EmptyState
        picture={picture}
        title={wasKnown ? t.gone : t.unknown}
        action={<ButtonLink to={paths.patients}>{t.allPatients}</ButtonLink>}
      >
        <p>{wasKnown ? t.goneHint : t.unknownHint}</p>
      </EmptyState>
    </>
  )
}

type KnownProps = {
  patient: Patient
  heading: RefObject<HTMLHeadingElement | null>
  onEdit: () => void
}

function Known({ patient, heading, onEdit }: KnownProps) {
  const language = useLanguage()
  const t = patientTexts[language]
  const may = useMay()
  const { name, age, alert, archived, erased, mergedInto } = patient
  const isLive = !erased && mergedInto === null
  const of = visitTexts(language, patient)
  return (
    <>
      <BackLink to={paths.patients}>{t.allPatients}</BackLink>
      <header className="patient-head">
        <h2 id="patient-heading" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        {age !== null && <span className="patient-aside">{t.age(age)}</span>}
        {alert !== '' && <AlertMark text={alert} />}
        <Acts {...{ patient, heading, onEdit }} />
      </header>
      {archived && isLive && <p role="status">{t.isArchived}</p>}
      {erased && <p role="status">{t.isErased}</p>}
      {mergedInto && (
        <p role="status">
          {t.isMerged} <Link to={paths.patient(mergedInto._id)}>{mergedInto.name}</Link>.
        </p>
      )}
      <Merges patient={patient} heading={heading} />
      <KnownFacts patient={patient} />
      {patient.note !== '' && (
        <Part title={t.note}>
          <p className="patient-note">{patient.note}</p>
        </Part>
      )}
      <SimilarPatients patient={patient} heading={heading} />
      <div className="patient-columns">
        <Visits
          title={t.toCome}
          visits={patient.visits.filter(({ toCome }) => toCome).toReversed()}
          none={of.noneToCome}
        />
        <Visits
          title={t.past}
          visits={patient.visits.filter(({ toCome }) => !toCome)}
          leftOut={patient.leftOut.visits}
          none={of.nonePast}
        />
        <Family patient={patient} />
        {patient.messages && (
          <Messages messages={patient.messages} leftOut={patient.leftOut.messages} />
        )}
        {may('audit') && <Looks id={patient._id} />}
      </div>
    </>
  )
}

type PartProps = { title: string; shown?: number; leftOut?: number; children: ReactNode }

/** `leftOut`: how many older entries a list has than those `shown`. */
function Part({ title, shown = 0, leftOut = 0, children }: PartProps) {
  const t = useTexts(patientTexts)
  return (
    <section className="patient-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
      {leftOut > 0 && <p className="patient-aside">{t.newest(shown, shown + leftOut)}</p>}
    </section>
  )
}

function KnownFacts({ patient }: { patient: Patient }) {
  const language = useLanguage()
  const t = patientTexts[language]
  const shared = sharedTexts[language]
  const of = visitTexts(language, patient)
  const { birthDate, phone, email, paid, due } = patient
  const number = dialled(phone)
  return (
    <Facts>
      <Fact label={t.birthDate}>{birthDate === null ? '–' : showDay(language, birthDate)}</Fact>
      <Fact label={shared.phone}>
        {number ? <a href={`tel:${number}`}>{phone}</a> : phone || '–'}
      </Fact>
      <Fact label={shared.email}>
        {email ? <a href={`mailto:${email}`}>{breakable(email)}</a> : '–'}
      </Fact>
      <Fact label={of.paid}>{showDollars(language, paid)}</Fact>
      <Fact label={of.due}>
        <strong>{showDollars(language, due)}</strong>
      </Fact>
    </Facts>
  )
}

type VisitsProps = Pick<PartProps, 'title' | 'leftOut'> & {
  visits: readonly Visit[]
  none: string
}

function Visits({ visits, none, ...part }: VisitsProps) {
  const language = useLanguage()
  const t = patientTexts[language]
  const moneyOf = ({ due, paid }: Visit) => {
    if (due > 0) return `${showDollars(language, due)} ${t.due.toLowerCase()}`
    return paid > 0 ? `${showDollars(language, paid)} ${t.paid.toLowerCase()}` : ''
  }
  return (
    <Part {...part} shown={visits.length}>
      {visits.length === 0 ? (
        <p className="patient-aside">{none}</p>
      ) : (
        <ul className="patient-list patient-visits">
          {visits.map((visit) => (
            <li key={visit._id}>
              <Link to={paths.staffAppointment(visit._id)}>
                {showDay(language, visit.day)}, {showSlot(language, visit.slot)}
              </Link>
              <span>{visit.treatment}</span>
              <span className="patient-aside">{t.statuses[visit.status]}</span>
              <span className="patient-list-end">{moneyOf(visit)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** The account's holder of a dependent, and the dependents of a holder. */
function Family({ patient: { holder, holderId, dependents } }: { patient: Patient }) {
  const t = useTexts(patientTexts)
  const { relations } = useTexts(dependentTexts)
  if (holderId === null && dependents.length === 0) return null
  return (
    <Part title={t.family}>
      <ul className="patient-list">
        {holderId !== null && (
          <li>
            <Link to={paths.patient(holderId)}>{holder}</Link>
            <span className="patient-aside">{t.holder}</span>
          </li>
        )}
        {dependents.map(({ _id, name, relation }) => (
          <li key={_id}>
            <Link to={paths.patient(_id)}>{name}</Link>
            <span className="patient-aside">{relations[relation]}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type MessagesProps = { messages: NonNullable<Patient['messages']>; leftOut: number }

function Messages({ messages, leftOut }: MessagesProps) {
  const t = useTexts(patientTexts)
  const zone = useClinicZone()
  return (
    <Part title={t.messages} shown={messages.length} leftOut={leftOut}>
      {messages.length === 0 ? (
        <p className="patient-aside">{t.noMessages}</p>
      ) : (
        <ul className="patient-list patient-messages">
          {messages.map(({ _id, subject, createdAt, sentAt, failed }) => (
            <li key={_id}>
              <span>{subject}</span>
              <span className="patient-aside">
                {failed ? t.failed : sentAt === null ? t.waiting : t.sent}{' '}
                <ClinicInstant at={sentAt ?? createdAt} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

const shownLooks = 20

/** Who of the staff looked at the patient lately. */
function Looks({ id }: { id: string }) {
  const t = useTexts(patientTexts)
  const zone = useClinicZone()
  const { data, error, isLoading, reload } = useRead(
    read(privacyEndpoints.listLooks, { params: { id } }),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what={t.looksWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  const leftOut = data && data.length - shownLooks
  return (
    <Part title={t.looks} shown={shownLooks} {...(leftOut && { leftOut })}>
      {data?.length === 0 && <p className="patient-aside">{t.noLooks}</p>}
      <ul className="patient-list patient-messages" aria-busy={!data}>
        {data?.slice(0, shownLooks).map(({ at, action, by }) => (
          <li key={`${at} ${action} ${by}`}>
            <span>
              {by}: {t.lookedAt[action] ?? action}
            </span>
            <span className="patient-aside">
              <ClinicInstant at={at} zone={zone} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** What can be done with a patient; a question whether to erase one who is merged meanwhile stays and says so. */
function Acts({ patient, heading, onEdit }: KnownProps) {
  const t = useTexts(patientTexts)
  const { patient_over } = useTexts(patientRefusalTexts)
  const { _id: id, revision, archived, account, relation } = patient
  const isLive = !patient.erased && patient.mergedInto === null
  const may = useMay()
  const [erasing, setErasing] = useState<Patient>()
  const archive = useAction({
    send: () =>
      call(patientEndpoints.archivePatient, {
        params: { id },
        body: { archived: !archived, revision },
      }),
    touches,
    onRefused: ({ code, message }) =>
      toast.error(code === 'changed_meanwhile' ? t.changedMeanwhile : message),
  })
  const { subject, ...asked } = useConfirmation(erasing, {
    act: () => call(patientEndpoints.erasePatient, { params: { id } }),
    touches,
    onDone: () => {
      toast.success(t.erased)
      setErasing(undefined)
    },
    onClose: () => setErasing(undefined),
    focusAfterwards: heading,
  })
  return (
    <div className="patient-head-buttons" hidden={!isLive}>
      {may('bookings') && <ButtonLink to={paths.scheduleFor(id)}>{t.book}</ButtonLink>}
      {may('patientNotes') && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={onEdit}>
          {may('patientRecords') ? t.edit : t.editNotes}
        </Button>
      )}
      {may('patientRecords') && (
        <Button variant="quiet" busy={archive.pending} onClick={() => void archive.run(undefined)}>
          {archived ? t.bringBack : t.archive}
        </Button>
      )}
      {may('patientData') && (
        <ButtonLink variant="quiet" to={paths.patientData(id)}>
          {t.data}
        </ButtonLink>
      )}
      {may('patientData') && (account === null || relation !== null) && (
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setErasing(patient)}>
          {t.erase}
        </Button>
      )}
      <ConfirmModal
        {...asked}
        error={isLive ? asked.error : patient_over}
        title={t.eraseQuestion(subject?.name ?? '')}
        confirmLabel={t.eraseNow(subject?.name ?? '')}
      >
        <p>{t.eraseWhat}</p>
      </ConfirmModal>
    </div>
  )
}
