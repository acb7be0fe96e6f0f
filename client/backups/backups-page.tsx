import { useEffect, useEffectEvent, useRef } from 'react'
import {
  type BackupState,
  backupEndpoints,
  type StoredBackups,
} from '../../contract/backups/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { read, useRead, useReloadOn } from '../data/use-read.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { backupTexts, failureText, hintsOf, secondsText, sizeText, summaryOf } from './texts.ts'
import './backups-page.css'

/** While one is made, and while nothing goes on. */
const soonMs = 3000
const seldomMs = 60_000

/** How old the last good backup is, where they go, and what would make them safer. */
export function BackupsPage() {
  const t = useTexts(backupTexts)
  const reading = useRead(read(backupEndpoints.readBackups, {}))
  const { data, error, isLoading, reload } = reading
  const isRunning = data !== undefined && data.runningSince !== null
  useReloadOn(
    reading,
    (onChange) => {
      const timer = setInterval(onChange, isRunning ? soonMs : seldomMs)
      return () => clearInterval(timer)
    },
    String(isRunning),
  )
  return (
    <StaffPage title={t.title}>
      {!data && error !== undefined ? (
        <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
      ) : data ? (
        <div className="backups">
          <Summary state={data} />
          <State state={data} />
          {data.leftOut.length > 0 && (
            <p>
              {t.leftOut} <code>{data.leftOut.join(', ')}</code>
            </p>
          )}
          <Hints state={data} />
          <Stored after={data.lastGood?.file} />
          <p className="backups-quiet">{t.restore}</p>
        </div>
      ) : (
        <BackupsSkeleton />
      )}
    </StaffPage>
  )
}

function Summary({ state }: { state: BackupState }) {
  const language = useLanguage()
  const t = backupTexts[language]
  const { tone, title, lead } = summaryOf(language, state)
  const failure = failureText(language, state)
  const make = useAction({
    send: () => call(backupEndpoints.makeBackup, {}),
    touches: [backupEndpoints.readBackups],
  })
  return (
    <section className={`backups-summary backups-${tone}`} aria-labelledby="backups-summary">
      <div role="status">
        <h3 id="backups-summary">{title}</h3>
        <p>{lead}</p>
        {failure && state.runningSince === null && <p>{failure}</p>}
      </div>
      <div className="backups-make">
        <Button
          variant="quiet"
          busy={make.pending || state.runningSince !== null}
          onClick={() => void make.run(undefined)}
        >
          {t.make}
        </Button>
        <ErrorLine>{make.refusal?.message}</ErrorLine>
      </div>
    </section>
  )
}

function State({ state }: { state: BackupState }) {
  const language = useLanguage()
  const t = backupTexts[language]
  const zone = useClinicZone()
  const { lastGood, next, now } = state
  return (
    <Facts>
      <Fact label={t.facts.last}>
        {lastGood ? <ClinicInstant at={lastGood.endedAt} zone={zone} /> : t.never}
      </Fact>
      {lastGood && (
        <>
          <Fact label={t.facts.size}>{sizeText(language, lastGood.bytes)}</Fact>
          <Fact label={t.facts.took}>{secondsText(language, lastGood.seconds)}</Fact>
        </>
      )}
      <Fact label={t.facts.next}>
        {next === null ? t.byHand : next <= now ? t.soon : <ClinicInstant at={next} zone={zone} />}
      </Fact>
      <Fact label={t.facts.place}>
        <code>{state.place}</code>
      </Fact>
      <Fact label={t.facts.encrypted}>{state.isEncrypted ? t.yes : t.no}</Fact>
      <Fact label={t.facts.kept}>{t.keptDays(state.keptDays)}</Fact>
    </Facts>
  )
}

function Hints({ state }: { state: BackupState }) {
  const t = useTexts(backupTexts)
  const hints = hintsOf(state)
  if (hints.length === 0) return null
  return (
    <section className="backups-hints" aria-labelledby="backups-hints">
      <h3 id="backups-hints">{t.safer}</h3>
      <p>{t.saferLead}</p>
      <dl>
        {hints.map((hint) => {
          const [setting, what] = t.hints[hint]
          return (
            <div key={hint}>
              <dt>
                <code>{setting}</code>
              </dt>
              <dd>{what}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

type StoredBackup = StoredBackups['newest'][number]

/** What lies there, asked of the folder or the store itself; again once there is another good one. */
function Stored({ after }: { after: string | undefined }) {
  const t = useTexts(backupTexts)
  const zone = useClinicZone()
  const { data, error, isLoading, reload } = useRead(read(backupEndpoints.listBackups, {}))
  const columns: readonly Column<StoredBackup>[] = [
    { heading: t.headings.made, cell: ({ madeAt }) => <ClinicInstant at={madeAt} zone={zone} /> },
    { heading: t.headings.file, cell: ({ name }) => <code className="backups-file">{name}</code> },
    { heading: t.headings.encrypted, cell: ({ isEncrypted }) => (isEncrypted ? t.yes : t.no) },
  ]
  const last = useRef(after)
  const loadAgain = useEffectEvent(reload)
  useEffect(() => {
    if (last.current !== after) loadAgain()
    last.current = after
  }, [after])
  return (
    <section className="backups-stored" aria-labelledby="backups-stored">
      <h3 id="backups-stored">{t.stored}</h3>
      {!data && error !== undefined && (
        <LoadFailure what={t.storedWhat} error={error} onRetry={reload} busy={isLoading} />
      )}
      {!data && error === undefined && (
        <TableSkeleton label={t.loading} headings={Object.values(t.headings)} rows={3} />
      )}
      {data && data.total === 0 && <p>{t.nothing}</p>}
      {data && data.total > 0 && (
        <Table
          caption={t.stored}
          hideCaption
          columns={columns}
          rows={data.newest}
          rowKey={({ name }) => name}
        />
      )}
      {data && data.total > data.newest.length && (
        <p className="backups-quiet">{t.newest(data.newest.length, data.total)}</p>
      )}
    </section>
  )
}

function BackupsSkeleton() {
  const { loading } = useTexts(backupTexts)
  return (
    <div className="backups" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton height="96px" />
      <Skeleton height="84px" />
      <Skeleton height="160px" />
    </div>
  )
}
