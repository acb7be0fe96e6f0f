import { planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate } from '../../../contract/show.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Link } from '../../ui/link.tsx'
import './changes.css'
import { changesTexts } from './texts.ts'

const most = 8

/** The changes of the last weeks that touched appointments, those with something open first. */
export function RecentChanges({ doctor }: { doctor?: string }) {
  const language = useLanguage()
  const t = useTexts(changesTexts)
  const { data } = useRead(read(planChangeEndpoints.listPlanChanges, {}), { fresh: true })
  const shown = (data ?? [])
    .filter((one) => doctor === undefined || one.doctor === doctor)
    .toSorted((one, other) => Number(other.open > 0) - Number(one.open > 0))
    .slice(0, most)
  if (shown.length === 0) return null
  return (
    <section className="plan-changes" aria-labelledby="plan-changes">
      <h3 id="plan-changes">{t.recent}</h3>
      <ul>
        {shown.map(({ _id, kind, name, from, to, appointments, open }) => (
          <li key={_id}>
            <Link to={paths.planChange(_id)}>
              <span>
                {t.kinds[kind](name)}
                {from !== null && `, ${showDate(language, from)}`}
                {to !== null && to !== from && ` – ${showDate(language, to)}`}
              </span>
              <span>{open > 0 ? t.openCount(open, appointments) : t.allDone(appointments)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
