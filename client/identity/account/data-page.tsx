import { useId } from 'react'
import { type AccountData, accountDataEndpoints } from '../../../contract/identity/account-data.ts'
import { type Language, languageNames } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showPhone } from '../../../contract/reminders/endpoints.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { LoadFailure } from '../../data/load-failure.tsx'
import { read, useRead } from '../../data/use-read.ts'
import { dependentTexts } from '../../domain/dependent-texts.ts'
import {
  Appointments,
  Lines,
  Looks,
  Part,
  Records,
  StoredData,
  Written,
} from '../../domain/stored-data/parts.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { accountPageTexts, accountTexts } from './texts.ts'
import './account-page.css'

/** All that is stored about the account's holder, to read, print and take away. */
export function DataPage() {
  const t = useTexts(accountPageTexts)
  const { data, error, isLoading, reload } = useRead(read(accountDataEndpoints.readData, {}))
  if (!data && error !== undefined) {
    return <LoadFailure what={t.dataWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.dataTitle}>{data ? <Shown data={data} /> : <DataSkeleton />}</StaffPage>
  )
}

function DataSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton height="480px" />
    </div>
  )
}

function Shown({ data }: { data: AccountData }) {
  const t = useTexts(accountPageTexts)
  return (
    <StoredData
      data={data}
      lead={t.dataLead}
      action={
        <ButtonLink variant="quiet" to={paths.account}>
          {t.toAccount}
        </ButtonLink>
      }
    >
      <About data={data} />
      <Records data={data} />
      <Appointments data={data} />
      <Written data={data} />
      <Traces data={data} />
      <Looks looks={data.looks} />
    </StoredData>
  )
}

type PartProps = { data: AccountData }
function About({ data: { account, emailChanges, family, reminders } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const shared = useTexts(sharedTexts)
  const { language: languageLabel } = useTexts(accountTexts)
  const people = useTexts(dependentTexts)
  const { email, verified, language: chosen } = account
  const former = emailChanges.filter(({ confirmedAt }) => confirmedAt !== null)
  const id = useId()
  return (
    <section className="account-part" aria-labelledby={id}>
      <h3 id={id}>{t.about}</h3>
      <Lines
        lines={[
          [shared.name, account.name],
          [shared.email, `${email} (${verified ? t.confirmed : t.notConfirmed})`],
          [shared.phone, account.phone || t.nothing],
          [languageLabel, chosen ? languageNames[chosen] : t.nothing],
          [t.since, showInstant(language, account.createdAt, undefined)],
          [t.signInBy, account.signInBy.map((way) => t.ways[way]).join(', ')],
          [t.formerly, former.map(({ from }) => from).join(', ') || t.nothing],
          [
            t.family,
            family
              .map(({ name, relation }) => `${name} (${people.relations[relation]})`)
              .join(', ') || t.nothing,
          ],
          [t.reminders, remindersText(language, reminders)],
        ]}
      />
    </section>
  )
}

function remindersText(language: Language, reminders: AccountData['reminders']): string {
  const t = accountPageTexts[language]
  if (!reminders) return t.byMail
  const { byMail, bySms, phone } = reminders
  const ways = [
    ...(byMail ? [t.byMail] : []),
    ...(bySms && phone ? [t.bySms(showPhone(phone))] : []),
  ]
  return ways.join(', ') || t.noReminders
}

function Traces({ data: { sessions, networks, devices, passkeys, staffActs } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const account = useTexts(accountTexts)
  const at = (instant: string) => showInstant(language, instant, undefined)
  return (
    <>
      <Part
        title={account.sessions}
        entries={sessions.map(({ browser, address, lastSeenAt }) =>
          [browser ?? account.unknownDevice, ...(address ? [address] : []), at(lastSeenAt)].join(
            ', ',
          ),
        )}
      />
      <Part
        title={t.networks}
        entries={networks.map(({ network, signedInAt }) => `${network}, ${at(signedInAt)}`)}
      />
      <Part
        title={t.devices}
        entries={devices.map(({ since, lastUsedAt }) => t.device(at(since), at(lastUsedAt)))}
      />
      <Part
        title={t.passkeys}
        entries={passkeys.map(({ name, createdAt }) => `${name || t.unnamed}, ${at(createdAt)}`)}
      />
      <Part title={t.staff} entries={staffActs.length > 0 ? [t.times(staffActs.length)] : []} />
    </>
  )
}
