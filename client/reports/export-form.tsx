import { Download } from 'lucide-react'
import { useState } from 'react'
import { addDays, type Day, parseDay } from '../../contract/date.ts'
import { overviewEndpoints } from '../../contract/reports/endpoints.ts'
import { DownloadButton } from '../data/download-button.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { overviewTexts } from './texts.ts'

/** CSV of any range of days: plain links, and the session's cookie says who asks. */
export function ExportForm({ today }: { today: Day }) {
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const t = useTexts(overviewTexts)
  const problem = findProblem(from, to)
  const exports = [
    { label: t.appointments, path: overviewEndpoints.exportAppointments.path },
    { label: t.payments, path: overviewEndpoints.exportPayments.path },
  ]

  return (
    <section className="export" aria-labelledby="export-heading">
      <h3 id="export-heading">{t.exportCsv}</h3>
      <p>{t.exportHint}</p>
      <div className="export-range">
        <Field
          label={t.from}
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={t.to}
          type="date"
          value={to}
          error={problem && t[problem]}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <div className="export-links">
        {exports.map(({ label, path }) => (
          <DownloadButton
            key={label}
            href={problem ? undefined : `${path}?${new URLSearchParams({ from, to })}`}
          >
            <Icon of={Download} />
            {label}
          </DownloadButton>
        ))}
      </div>
    </section>
  )
}

function findProblem(from: string, to: string): 'chooseBoth' | 'backwards' | undefined {
  if (!parseDay(from) || !parseDay(to)) return 'chooseBoth'
  return to < from ? 'backwards' : undefined
}
