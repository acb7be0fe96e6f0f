import { Download, Printer } from 'lucide-react'
import { Children, type ReactNode, useId } from 'react'
import { type AccountData, accountDataEndpoints } from '../../../contract/identity/account-data.ts'
import { type Language, languageNames } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showPhone } from '../../../contract/phone.ts'
import { showDay, showDollars, showSlot } from '../../../contract/show.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { LoadFailure } from '../../data/load-failure.tsx'
import { read, useRead } from '../../data/use-read.ts'
import { dependentTexts } from '../../domain/dependent-texts.ts'
import { instantText } from '../../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/icon.tsx'
import { accountTexts } from './texts.ts'
import { accountPageTexts } from './texts-pages.ts'
import './account-page.css'
import './data-page.css'

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
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  return (
    <div className="account-data">
      <p>
        {t.dataLead} {t.asOf} {instantText(language, data.exportedAt, undefined)}.
      </p>
      <div className="account-buttons account-data-buttons">
        <Button onClick={() => save(data)}>
          <Icon of={Download} />
          {t.download}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
        <ButtonLink variant="quiet" to={paths.account}>
          {t.toAccount}
        </ButtonLink>
      </div>
      <About data={data} />
      <Records data={data} />
      <Appointments data={data} />
      <Written data={data} />
      <Traces data={data} />
    </div>
  )
}

/** Hands the data to the browser as a file. */
function save(data: AccountData) {
  const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `molar-${data.exportedAt.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

type PartProps = { data: AccountData }
type Line = readonly [label: string, value: ReactNode]

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="account-lines">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part with its heading; without entries it says so. */
function Part({ title, entries }: { title: string; entries: readonly ReactNode[] }) {
  const { nothing } = useTexts(accountPageTexts)
  const id = useId()
  return (
    <section className="account-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? (
        <p className="account-hint">{nothing}</p>
      ) : (
        <ul>
          {Children.map(entries, (entry) => (
            <li>{entry}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

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
          [t.since, instantText(language, account.createdAt, undefined)],
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

/** What staff know and have noted of the holder and of each dependent; who is only named is left out. */
function Records({ data: { records } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const entries = records.flatMap(({ name, birthDate, note, alert }) => {
    const said = [
      ...(birthDate === null ? [] : [`${t.birthDate} ${showDay(language, birthDate)}`]),
      ...(alert === '' ? [] : [`${t.alert} ${alert}`]),
      ...(note === '' ? [] : [`${t.note} ${note}`]),
    ]
    return said.length === 0 ? [] : [`${name}. ${said.join('; ')}`]
  })
  return <Part title={t.records} entries={entries} />
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

function Appointments({ data: { appointments } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const entries = appointments.map(({ day, slot, treatment, patientName, paidCents, ...one }) => {
    const status = one.cancelledAt === null ? one.status : 'cancelled'
    const paid = `${t.paid} ${showDollars(language, paidCents / 100)}`
    const what = [treatment, patientName, t.statuses[status], ...(paidCents > 0 ? [paid] : [])]
    return `${showDay(language, day)}, ${showSlot(language, slot)}: ${what.join(', ')}`
  })
  const reviews = appointments.flatMap(({ review }) =>
    review ? [t.review(review.stars, review.text)] : [],
  )
  return (
    <>
      <Part title={t.appointments} entries={entries} />
      <Part title={t.reviews} entries={reviews} />
    </>
  )
}

function Written({ data: { messages, notifications } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const at = (instant: string) => instantText(language, instant, undefined)
  return (
    <>
      <Part
        title={t.messages}
        entries={messages.map(({ subject, message, createdAt }) => (
          <>
            {at(createdAt)}: <strong>{subject}</strong>
            <br />
            {message}
          </>
        ))}
      />
      <Part
        title={t.sent}
        entries={notifications.map(({ subject, recipient, createdAt }) =>
          [at(createdAt), recipient, ...(subject ? [subject] : [])].join(', '),
        )}
      />
    </>
  )
}

function Traces({ data: { sessions, networks, staffActs } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(accountPageTexts)
  const account = useTexts(accountTexts)
  const at = (instant: string) => instantText(language, instant, undefined)
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
      <Part title={t.staff} entries={staffActs.length > 0 ? [t.times(staffActs.length)] : []} />
    </>
  )
}
