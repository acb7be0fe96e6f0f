import {
  accountEndpoints,
  type Deletion,
  type EndingAppointment,
  ProofByPassword,
  proofByEmail,
} from '../../../contract/identity/account.ts'
import type { Language } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { leaving } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { testPaymentTexts } from '../../domain/test-payment-texts.ts'
import { bySchema, type Checked } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { useSession } from '../session/session.tsx'
import { accountPageTexts } from './texts.ts'
import './account-page.css'

/** What ends with the account, then the proof, then the one button. */
export function DeletePage() {
  const t = useTexts(accountPageTexts)
  const { data, error, isLoading, reload } = useRead(read(accountEndpoints.readDeletion, {}))
  if (!data && error !== undefined) {
    return <LoadFailure what={t.deleteWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.deleteTitle}>
      {data ? (
        <div className="account-deletion">
          <Consequences deletion={data} />
          <DeletionForm deletion={data} onChanged={reload} />
        </div>
      ) : (
        <Skeleton height="320px" />
      )}
    </StaffPage>
  )
}

function Consequences({ deletion: { appointments } }: { deletion: Deletion }) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const cents = appointments.map((one) => Math.round(receivedOf(one) * 100))
  const refund = cents.reduce((sum, one) => sum + one, 0) / 100
  return (
    <>
      <p>
        <strong>{t.deleteLead}</strong>
      </p>
      <ul>
        <li>{t.endsAtOnce}</li>
        <li>{t.removed}</li>
        <li>{t.moneyStays}</li>
      </ul>
      {appointments.length === 0 ? (
        <p>{t.noAppointments}</p>
      ) : (
        <>
          <p>{t.cancels(appointments.length)}</p>
          <ul className="account-ending">
            {appointments.map((appointment) => (
              <Ending key={appointment._id} appointment={appointment} />
            ))}
          </ul>
        </>
      )}
      {refund > 0 && appointments.length > 1 && <p>{t.total(showDollars(language, refund))}</p>}
    </>
  )
}

function Ending({ appointment }: { appointment: EndingAppointment }) {
  const language = useLanguage()
  const { treatment, date, slot, patientName } = appointment
  return (
    <li>
      <strong>
        {showDate(language, date)}, {showSlot(language, slot)}
      </strong>
      <br />
      {treatment}, <bdi>{patientName}</bdi>: {moneyOf(language, appointment)}
    </li>
  )
}

/** Dollars that go back to the card, without what was paid in test mode. */
function receivedOf({ refund, paidInTest }: EndingAppointment): number {
  return Math.max(0, refund - paidInTest)
}

function moneyOf(language: Language, appointment: EndingAppointment): string {
  const t = accountPageTexts[language]
  const { noneBack } = testPaymentTexts[language]
  const { paid, paidInTest, atDesk } = appointment
  const refund = receivedOf(appointment)
  if (paid === 0) return t.notPaid
  const parts = [
    ...(refund > 0 ? [t.refund(showDollars(language, refund))] : []),
    ...(atDesk > 0 ? [t.atDesk(showDollars(language, atDesk))] : []),
    ...(paidInTest > 0 ? [noneBack(showDollars(language, paidInTest))] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : t.noRefund(showDollars(language, paid))
}

const fields = ['password', 'email'] as const
const fieldOf = { wrong_password: 'password', wrong_email: 'email' } as const
type Draft = { password: string; email: string }

type DeletionFormProps = {
  deletion: Deletion
  /** What was shown is no longer so. */
  onChanged: () => void
}

function DeletionForm({ deletion, onChanged }: DeletionFormProps) {
  const { appointments, refund, hasPassword } = deletion
  const t = useTexts(accountPageTexts)
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  const check = hasPassword
    ? bySchema(ProofByPassword, fields)
    : bySchema(proofByEmail(email), fields)
  const form = useForm({
    start: { password: '', email: '' },
    fields,
    fieldOf,
    check: (draft: Draft): Checked<Partial<Draft>, 'password' | 'email'> => check(draft),
    send: (proof) => {
      const shown = appointments.map(({ _id }) => _id)
      return call(accountEndpoints.deleteAccount, {
        body: { ...proof, appointments: shown, refund },
      })
    },
    onDone() {
      toast.success(t.deleted)
      void signOut(paths.home)
      return leaving
    },
    onRefused: ({ code }) => code === 'deletion_changed' && onChanged(),
  })
  return (
    <form {...form.props} className="account-form">
      {hasPassword ? (
        <PasswordField
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          required
          error={form.problems.password}
        />
      ) : (
        <Field
          {...form.field('email')}
          label={t.typeEmail(email)}
          hint={t.typeEmailHint}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.problems.email}
        />
      )}
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="account-buttons">
        <Button type="submit" variant="danger" busy={form.pending}>
          {appointments.length > 0 ? t.deleteAndCancel(appointments.length) : t.deleteNow}
        </Button>
        <ButtonLink variant="quiet" to={paths.account}>
          {t.keep}
        </ButtonLink>
      </div>
    </form>
  )
}
