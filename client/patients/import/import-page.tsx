import { Download, FileSpreadsheet, FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { locales } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import {
  DateOrder,
  type ImportReport,
  importRefusalTexts,
  largestImport,
  patientImportEndpoints,
} from '../../../contract/patients/import.ts'
import { patientEndpoints } from '../../../contract/patients/patient.ts'
import { BackLink, StaffPage } from '../../app/staff-page.tsx'
import { exchange, unreportedError } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FieldFrame } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { patientTexts } from '../patient-texts.ts'
import { saveCsv, writeRefused, writeTemplate } from './import-files.ts'
import { ImportLines } from './import-lines.tsx'
import { importTexts } from './texts.ts'
import './import-page.css'
import '../patients.css'

/** Milliseconds; thousands of lines take their time. */
const timeoutMs = 300_000

type Ways = typeof patientImportEndpoints
type Sent = { file: File; dates: DateOrder | undefined }

async function sendFile(endpoint: Ways[keyof Ways], { file, dates }: Sent): Promise<ImportReport> {
  const address = new URL(endpoint.path, location.origin)
  if (dates) address.searchParams.set('dates', dates)
  const way = async (token: string | null) => {
    const body = new FormData()
    body.set('file', file)
    const headers = new Headers({ accept: 'application/json' })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const signal = AbortSignal.timeout(timeoutMs)
    const init = { method: endpoint.method, headers, body, signal }
    return fetch(address, init).catch(() => {
      throw unreportedError(signal.aborted ? 'timeout' : 'offline')
    })
  }
  return exchange(endpoint, way, undefined)
}

/** What the file on the screen comes to: before it is imported, and afterwards. */
type Result = {
  sent: Sent
  report: ImportReport
  isDone: boolean
  /** Counts the reports of this screen. */
  number: number
}

/** Imports patients from a file: chosen, looked at line by line, and only then stored. */
export function ImportPage() {
  const language = useLanguage()
  const t = importTexts[language]
  const [result, setResult] = useState<Result>()
  const show = (next: Omit<Result, 'number'>) =>
    setResult((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  const check = useAction({
    send: (sent: Sent) => sendFile(patientImportEndpoints.checkImport, sent),
    onDone: (report, sent) => show({ sent, report, isDone: false }),
    onRefused: () => setResult(undefined),
  })
  const send = useAction({
    send: (sent: Sent) => sendFile(patientImportEndpoints.importPatients, sent),
    touches: [patientEndpoints.listPatients],
    onDone: (report, sent) => show({ sent, report, isDone: true }),
  })
  const isBusy = check.pending || send.pending
  const choose = (file: File) => {
    send.forget()
    // Read only once: if the file changes on disk later, the import still sends what was checked.
    void file.arrayBuffer().then((bytes) => {
      void check.run({ file: new File([bytes], file.name), dates: undefined })
    })
  }
  return (
    <StaffPage
      title={t.title}
      back={<BackLink to={paths.patients}>{patientTexts[language].allPatients}</BackLink>}
    >
      <UnsavedGuard when={send.pending} words={t.whileImporting} />
      <div className="import-start">
        <p>{t.intro}</p>
        <Button variant="quiet" onClick={() => saveCsv(t.templateName, writeTemplate(language))}>
          <Icon of={Download} />
          {t.template}
        </Button>
      </div>
      <FileDrop
        busy={isBusy}
        isFirst={result === undefined}
        error={check.refusal?.message}
        onFile={choose}
      />
      <p role="status" className="import-state">
        {check.pending && t.checking}
        {send.pending && t.importing}
      </p>
      {result && (
        <Found
          key={result.number}
          {...result}
          busy={isBusy}
          failure={send.refusal?.kind === 'unclear' ? t.unclear : send.refusal?.message}
          onDates={(dates) => void check.run({ ...result.sent, dates })}
          onImport={() => void send.run(result.sent)}
        />
      )}
    </StaffPage>
  )
}

type FoundProps = Omit<Result, 'number'> & {
  busy: boolean
  /** Why the last import of it failed. */
  failure: string | undefined
  onDates: (dates: DateOrder | undefined) => void
  onImport: () => void
}

function Found({ sent, report, isDone, busy, failure, onDates, onImport }: FoundProps) {
  const language = useLanguage()
  const t = importTexts[language]
  const heading = useRef<HTMLHeadingElement>(null)
  // What is new begins at its heading.
  useEffect(() => heading.current?.focus(), [])
  const { counts, unread, encoding } = report
  const isUnclear = report.lines.some(({ problems }) =>
    problems.some(({ code }) => code === 'date_unclear'),
  )
  return (
    <section className="import-found" aria-labelledby="import-found">
      <h3 id="import-found" ref={heading} tabIndex={-1}>
        {isDone ? t.done(sent.file.name) : t.found(sent.file.name)}
      </h3>
      {isDone && (
        <Note>
          {t.was(counts.added, counts.booked)} {counts.refused > 0 && t.again}
        </Note>
      )}
      <Counts counts={counts} isDone={isDone} />
      {unread.length > 0 && <p>{t.unread(unread.join(', '))}</p>}
      {encoding === 'windows-1252' && <p>{t.oldEncoding}</p>}
      {!isDone && (isUnclear || sent.dates) && (
        <Dates dates={sent.dates} busy={busy} onChange={onDates} />
      )}
      <ErrorLine>{failure}</ErrorLine>
      <div className="import-acts">
        <Act counts={counts} isDone={isDone} busy={busy} onImport={onImport} />
        {counts.refused > 0 && (
          <Button
            variant="quiet"
            onClick={() => saveCsv(t.refusedName, writeRefused(language, report))}
          >
            <Icon of={Download} />
            {t.download}
          </Button>
        )}
      </div>
      <ImportLines report={report} isDone={isDone} />
    </section>
  )
}

type Counted = { counts: ImportReport['counts']; isDone: boolean }

function Counts({ counts, isDone }: Counted) {
  const language = useLanguage()
  const t = useTexts(importTexts)
  const figures = [
    [isDone ? t.added : t.toAdd, counts.added],
    [t.known, counts.known],
    [t.similar, counts.similar],
    [t.toBook, counts.booked],
    [t.refused, counts.refused],
  ] as const
  return (
    <dl className="import-counts">
      {figures.map(([label, count]) => (
        <div key={label} data-none={count === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString(locales[language])}</dd>
        </div>
      ))}
    </dl>
  )
}

type DatesProps = Pick<FoundProps, 'busy'> & {
  dates: DateOrder | undefined
  onChange: FoundProps['onDates']
}

function Dates({ dates, busy, onChange }: DatesProps) {
  const t = useTexts(importTexts)
  return (
    <div className="import-dates">
      <SelectField
        label={t.dates}
        value={dates ?? ''}
        aria-busy={busy || undefined}
        onChange={({ target }) => onChange(DateOrder.safeParse(target.value).data)}
        options={[
          { value: '', label: t.datesUnsaid },
          { value: 'month', label: t.monthFirst },
          { value: 'day', label: t.dayFirst },
        ]}
      />
    </div>
  )
}

function Act({
  counts,
  isDone,
  busy,
  onImport,
}: Counted & { busy: boolean; onImport: () => void }) {
  const language = useLanguage()
  const t = importTexts[language]
  if (isDone) {
    return <ButtonLink to={paths.patients}>{patientTexts[language].allPatients}</ButtonLink>
  }
  if (counts.added + counts.booked === 0) return <p>{t.nothingToDo}</p>
  return (
    <Button busy={busy} onClick={onImport}>
      <Icon of={FileUp} />
      {t.act(counts.added, counts.booked)}
    </Button>
  )
}

type FileDropProps = {
  busy: boolean
  /** No file was chosen before. */
  isFirst: boolean
  error: string | undefined
  onFile: (file: File) => void
}

/** Takes a CSV file from the disk or dropped on it. */
function FileDrop({ busy, isFirst, error, onFile }: FileDropProps) {
  const language = useLanguage()
  const t = importTexts[language]
  const [isOver, setOver] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const take = (file: File | undefined) => {
    if (!file || busy) return
    setLarge(file.size > largestImport)
    if (file.size <= largestImport) onFile(file)
  }
  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
  const problem = isLarge ? importRefusalTexts[language].import_too_large : error
  return (
    <FieldFrame label={t.file} hint={t.fileHint} error={problem}>
      {({ className: _, ...control }) => (
        <div className="import-zone" data-over={isOver || undefined} {...zone}>
          <Icon of={FileSpreadsheet} size={28} />
          <p>
            <label className="import-choose" htmlFor={control.id}>
              {isFirst ? t.choose : t.chooseAnother}
            </label>{' '}
            <span className="import-drop">{t.orDrop}</span>
          </p>
          <input
            {...control}
            className="import-input"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-busy={busy || undefined}
            onChange={({ target }) => {
              take(target.files?.[0])
              // So that the same file can be chosen once more, mended.
              target.value = ''
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
