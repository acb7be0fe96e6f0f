import { Download, ExternalLink, type LucideIcon } from 'lucide-react'
import { calendarEndpoints } from '../contract/calendar-endpoints.ts'
import { call } from './api.ts'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { useFetched } from './use-fetched.ts'

/** Where one of the patient's own appointments can be put: a file for any calendar, Google, Outlook. */
export function CalendarChoices({ id }: { id: string }) {
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
            <Choice icon={Download} name="Apple, or any other" hint="Downloads a calendar file" />
          </a>
        </li>
        {!failed && (
          <>
            <Elsewhere address={links.data?.google} name="Google Calendar" />
            <Elsewhere address={links.data?.outlook} name="Outlook.com" />
          </>
        )}
      </ul>
      {failed && (
        <div className="calendar-choices-failed" role="alert">
          <p>The links to Google and Outlook did not load. The file works all the same.</p>
          <Button variant="quiet" busy={links.isLoading} onClick={links.reload}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

function Elsewhere({ address, name }: { address: string | undefined; name: string }) {
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
        <Choice icon={ExternalLink} name={name} hint="Opens in a new tab" />
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
