import { Download } from 'lucide-react'
import { useState } from 'react'
import { addDays, type Day, parseDay } from '../../contract/date.ts'
import { overviewEndpoints } from '../../contract/overview-endpoints.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import './export-form.css'

const exports = [
  { label: 'Appointments', path: overviewEndpoints.exportAppointments.path },
  { label: 'Payments', path: overviewEndpoints.exportPayments.path },
] as const

/** CSV of any range of days: plain links, and the session's cookie says who asks. */
export function ExportForm({ today }: { today: Day }) {
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const problem = findProblem(from, to)

  return (
    <section className="export" aria-labelledby="export-heading">
      <h3 id="export-heading">Export as CSV</h3>
      <p>For your spreadsheet or bookkeeping. Each export is noted in the audit.</p>
      <div className="export-range">
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label="To"
          type="date"
          value={to}
          error={problem}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <div className="export-links">
        {exports.map(({ label, path }) => (
          <a
            key={label}
            className="button button-quiet"
            download
            {...(problem
              ? { role: 'link', 'aria-disabled': true }
              : { href: `${path}?${new URLSearchParams({ from, to })}` })}
          >
            <Icon of={Download} />
            {label}
          </a>
        ))}
      </div>
    </section>
  )
}

function findProblem(from: string, to: string): string | undefined {
  if (!parseDay(from) || !parseDay(to)) return 'Choose both days'
  return to < from ? 'The last day lies before the first' : undefined
}
