import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type Account,
  AccountDetails,
  type AccountSession,
  accountEndpoints,
} from '../../../contract/identity/account.ts'
import { type Language, languageNames, languages } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { account } from '../../data/shared-queries.ts'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { bySchema } from '../../forms/problems.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { unlessGone, useConfirmation } from '../../forms/use-confirmation.ts'
import { useForm } from '../../forms/use-form.ts'
import { useChooseLanguage, useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { RadioChoice } from '../../ui/fields/radio-choice.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { ConfirmModal } from '../../ui/modal/modal.tsx'
import { FactorsSection } from '../factors/factors-section.tsx'
import { factorTexts } from '../factors/texts.ts'
import { useSession } from '../session/session.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { accountTexts } from './texts.ts'
import './account-page.css'

/** What is stored of the account, and what its holder can do with it. */
export function AccountPage() {
  const t = useTexts(accountTexts)
  const { data, error, isLoading, reload } = useRead(account, { fresh: true })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      <div className="account">{data ? <Sections account={data} /> : <AccountSkeleton />}</div>
    </StaffPage>
  )
}

function Sections({ account }: { account: Account }) {
  const t = useTexts(accountTexts)
  return (
    <>
      <AccountSection title={t.details} hint={t.detailsHint}>
        <DetailsForm account={account} />
      </AccountSection>
      <AccountSection title={t.email}>
        <EmailSection account={account} />
      </AccountSection>
      <AccountSection title={t.password} hint={account.hasPassword ? t.passwordHint : ''}>
        <PasswordSection account={account} />
      </AccountSection>
      <SecondStepSection isLedTo={!account.passwordDue} />
      <AccountSection title={t.language} hint={t.languageHint}>
        <LanguageChoice stored={account.language} />
      </AccountSection>
      <AccountSection title={t.sessions} hint={t.sessionsHint}>
        <Sessions />
      </AccountSection>
      <AccountSection title={t.data} hint={t.dataHint}>
        <ButtonLink variant="quiet" to={paths.accountData}>
          {t.toData}
        </ButtonLink>
      </AccountSection>
      <AccountSection title={t.delete} hint={t.deleteHint}>
        <ButtonLink variant="danger" to={paths.deleteAccount}>
          {t.toDelete}
        </ButtonLink>
      </AccountSection>
    </>
  )
}

const touches = [accountEndpoints.listSessions]

/** Every session of the account: each can be ended, or all of them. */
function Sessions() {
  const t = useTexts(accountTexts)
  const { data, error, isLoading, reload } = useRead(read(accountEndpoints.listSessions, {}))
  const list = useRef<HTMLUListElement>(null)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.sessionsWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <Skeleton height="112px" />
  return (
    <>
      <ul className="account-sessions" ref={list} tabIndex={-1} aria-label={t.sessions}>
        {data.map((session) => (
          <Session key={session._id} session={session} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
      <SignOutEverywhere />
    </>
  )
}

type SessionProps = {
  session: AccountSession
  /** Its button is gone, and the focus with it. */
  onEnded: () => void
}

function Session({ session, onEnded }: SessionProps) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const { _id: id, isCurrent, lastSeenAt } = session
  const device = useDevice(session)
  const seen = useId()
  const action = useAction({
    send: () => call(accountEndpoints.endSession, { params: { id } }).catch(unlessGone),
    touches,
    onDone() {
      toast.success(t.ended)
      onEnded()
    },
  })
  return (
    <li>
      <div>
        <p>
          <strong>{device}</strong>
          {isCurrent && <span className="account-here">{t.here}</span>}
        </p>
        <p className="account-hint">{usePlace(session)}</p>
        <p className="account-hint" id={seen}>
          {t.seen} <time dateTime={lastSeenAt}>{showInstant(language, lastSeenAt, undefined)}</time>
        </p>
        <ErrorLine>{action.refusal?.message}</ErrorLine>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.endOf(device)}
          aria-describedby={seen}
          busy={action.pending}
          onClick={() => void action.run(undefined)}
        >
          {t.end}
        </Button>
      )}
    </li>
  )
}

function useDevice({ browser, system }: AccountSession): string {
  const t = useTexts(accountTexts)
  if (browser && system) return t.device(browser, system)
  return browser ?? system ?? t.unknownDevice
}

function usePlace({ address, isSameNetwork }: AccountSession): string {
  const t = useTexts(accountTexts)
  if (isSameNetwork) return t.sameNetwork
  return address === null ? t.unknownPlace : t.fromAddress(address)
}

/** It ends this session, too: the way leads to the login. */
function SignOutEverywhere() {
  const t = useTexts(accountTexts)
  const { signOut } = useSession()
  const [question, setQuestion] = useState<object>()
  const button = useRef<HTMLButtonElement>(null)
  const { subject: _, ...asked } = useConfirmation(question, {
    act: () => call(accountEndpoints.endSessions, {}),
    onDone: () => void signOut(paths.login),
    onClose: () => setQuestion(undefined),
    focusAfterwards: button,
  })
  return (
    <>
      <Button variant="quiet" ref={button} onClick={() => setQuestion({})}>
        {t.everywhere}
      </Button>
      <ConfirmModal {...asked} title={t.everywhereQuestion} confirmLabel={t.everywhere}>
        <p>{t.everywhereText}</p>
      </ConfirmModal>
    </>
  )
}

function SecondStepSection({ isLedTo }: { isLedTo: boolean }) {
  const t = useTexts(factorTexts)
  return (
    <AccountSection title={t.title} hint={t.hint}>
      <FactorsSection isLedTo={isLedTo} />
    </AccountSection>
  )
}

type AccountSectionProps = { title: string; hint?: string; children: ReactNode }

/** What it is about on one side, what can be done on the other, where there is room for two. */
function AccountSection({ title, hint = '', children }: AccountSectionProps) {
  const id = useId()
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-head">
        <h3 id={id}>{title}</h3>
        {hint !== '' && <p className="account-hint">{hint}</p>}
      </div>
      <div className="account-body">{children}</div>
    </section>
  )
}

const fields = ['name', 'phone'] as const
const check = bySchema(AccountDetails, fields)

function DetailsForm({ account: { name, phone } }: { account: Account }) {
  const t = useTexts(accountTexts)
  const shared = useTexts(sharedTexts)
  const { refresh } = useSession()
  const form = useForm({
    start: { name, phone },
    fields,
    check,
    send: (body) => call(accountEndpoints.changeAccount, { body }),
    touches: [accountEndpoints.readAccount],
    saved: (stored: Account) => ({ name: stored.name, phone: stored.phone }),
    async onDone() {
      toast.success(t.saved)
      await refresh().catch(() => {})
    },
  })
  return (
    <form {...form.props} className="account-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <Field
        {...form.field('name')}
        label={shared.name}
        autoComplete="name"
        maxLength={100}
        required
        error={form.problems.name}
      />
      <Field
        {...form.field('phone')}
        label={shared.phone}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={200}
        error={form.problems.phone}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.save}
      </Button>
    </form>
  )
}

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))

/** Of the account: the page may be in another, for which the browser asks. */
function LanguageChoice({ stored }: { stored: Language }) {
  const t = useTexts(accountTexts)
  const choose = useChooseLanguage()
  const ofPage = useLanguage()
  const [before, setBefore] = useState(ofPage)
  const [chosen, setChosen] = useState(stored)
  // The switch at the top of the page chooses for the account as well.
  if (ofPage !== before) {
    setBefore(ofPage)
    setChosen(ofPage)
  }
  return (
    <RadioChoice<Language>
      legend={t.language}
      isHeaded
      name="language"
      options={languageOptions}
      chosen={chosen}
      onChoose={(next) => {
        setChosen(next)
        choose(next)
      }}
    />
  )
}

function AccountSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div className="account-section" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton height="220px" />
      <Skeleton height="160px" />
      <Skeleton height="220px" />
    </div>
  )
}
