import { Download, ExternalLink, type LucideIcon } from 'lucide-react'
import { calendarEndpoints } from '../../contract/calendar/endpoints.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { calendarTexts } from './texts-calendar.ts'

/** Where one of the patient's own appointments can be put: a file for any calendar, Google, Outlook. */
export function CalendarChoices({ id }: { id: string }) {
  const t = useTexts(calendarTexts)
  const { tryAgain } = useTexts(sharedTexts)
  const links = useFetched(id, (signal) =>
    call(calendarEndpoints.readCalendarLinks, { params: { id } }, { signal }),
  )
  const file = calendarEndpoints.downloadEntry.path.replace(':id', encodeURIComponent(id))
  const failed = !links.data && links.error !== undefined
  return (
    <>
      <ul className="calendar-choices" aria-busy={!links.data && !failed}>
        <li>
          <a className="calendar-choice" href={file} download>
            <Choice icon={Download} name={t.file} hint={t.fileHint} />
          </a>
        </li>
        {!failed && (
          <>
            <Elsewhere address={links.data?.google} name={t.google} />
            <Elsewhere address={links.data?.outlook} name={t.outlook} />
          </>
        )}
      </ul>
      {failed && (
        <div className="calendar-choices-failed" role="alert">
          <p>{t.failed}</p>
          <Button variant="quiet" busy={links.isLoading} onClick={links.reload}>
            {tryAgain}
          </Button>
        </div>
      )}
    </>
  )
}

function Elsewhere({ address, name }: { address: string | undefined; name: string }) {
  const t = useTexts(calendarTexts)
  if (address === undefined) {
    return (
      <li>
        <Skeleton height="72px" />
      </li>
    )
  }
  return (
    <li>
      <a className="calendar-choice" href={address} target="_blank" rel="noreferrer">
        <Choice icon={ExternalLink} name={name} hint={t.linkHint} />
      </a>
    </li>
  )
}

function Choice({ icon, name, hint }: { icon: LucideIcon; name: string; hint: string }) {
  return (
    <>
      <Icon of={icon} />
      <span>
        <strong>{name}</strong> <span className="calendar-choice-hint">{hint}</span>
      </span>
    </>
  )
}
