import { useState } from 'react'
import { locales } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { ImportedLine, ImportReport } from '../../../contract/patients/import.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { patientTexts } from '../patient-texts.ts'
import { problemText } from './import-files.ts'
import { importTexts } from './texts.ts'
import './import-page.css'

/** Lines a page. */
const pageLines = 50

const filters = {
  all: () => true,
  refused: ({ problems }: ImportedLine) => problems.length > 0,
  similar: ({ similar, patient }: ImportedLine) => similar !== null && patient === 'added',
} as const
type Filter = keyof typeof filters

type ImportLinesProps = { report: ImportReport; isDone: boolean }

/** The lines of the file with the outcome of each, paginated. */
export function ImportLines({ report, isDone }: ImportLinesProps) {
  const language = useLanguage()
  const t = importTexts[language]
  const counted = (label: string, count: number) =>
    `${label} (${count.toLocaleString(locales[language])})`
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const found = report.lines.filter(filters[filter])
  const first = (page - 1) * pageLines
  const shown = found.slice(first, first + pageLines)
  return (
    <>
      <div className="import-which">
        <SelectField
          label={t.which}
          value={filter}
          onChange={({ target }) => {
            setFilter(
              target.value === 'refused' || target.value === 'similar' ? target.value : 'all',
            )
            setPage(1)
          }}
          options={[
            { value: 'all', label: counted(t.all, report.lines.length) },
            { value: 'refused', label: counted(t.onlyRefused, report.counts.refused) },
            { value: 'similar', label: counted(t.onlySimilar, report.counts.similar) },
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <p className="patient-aside">{t.none}</p>
      ) : (
        <ul className="import-lines" aria-label={t.lines}>
          {shown.map((line) => (
            <Line key={line.line} line={line} isDone={isDone} />
          ))}
        </ul>
      )}
      <Pager
        label={t.pages}
        page={page}
        hasNext={first + pageLines < found.length}
        onPrevious={() => setPage(page - 1)}
        onNext={() => setPage(page + 1)}
      />
    </>
  )
}

function Line({ line, isDone }: { line: ImportedLine; isDone: boolean }) {
  const language = useLanguage()
  const t = importTexts[language]
  const { patient, appointment, appointmentId, problems } = line
  const visit = isDone && appointment === 'booked' ? t.madeVisit : t.visits[appointment]
  return (
    <li>
      <span className="import-number">{t.line(line.line)}</span>
      <span className="import-name">
        {line.patientId === null ? (
          line.name || '–'
        ) : (
          <Link to={paths.patient(line.patientId)}>{line.name}</Link>
        )}
      </span>
      <span className="import-fate" data-fate={patient}>
        {isDone && patient === 'added' ? t.madeFate : t.fates[patient]}
        {line.sameAs !== null && ` ${t.sameAs(line.sameAs)}`}
      </span>
      <span className="import-fate" data-fate={appointment}>
        {appointmentId === null ? (
          visit
        ) : (
          <Link to={paths.staffAppointment(appointmentId)}>{visit}</Link>
        )}
      </span>
      <More line={line} />
      {problems.map((problem) => (
        <p key={problem.column + problem.code} className="import-problem">
          {problemText(language, problem)}
        </p>
      ))}
    </li>
  )
}

/** Who else it could be, and what a record says otherwise. */
function More({ line: { similar, differs } }: { line: ImportedLine }) {
  const language = useLanguage()
  const t = importTexts[language]
  const { phone, email } = sharedTexts[language]
  const names = { birthDate: patientTexts[language].birthDate, phone, email }
  return (
    <>
      {differs.length > 0 && (
        <p className="import-more">
          {t.differs(differs.map((field) => names[field].toLowerCase()).join(', '))}
        </p>
      )}
      {similar && (
        <p className="import-more">
          {t.couldBe}{' '}
          {similar._id === null ? (
            similar.name
          ) : (
            <Link to={paths.patient(similar._id)}>{similar.name}</Link>
          )}
          {similar.line !== null && ` (${t.line(similar.line).toLowerCase()})`}
        </p>
      )}
    </>
  )
}
