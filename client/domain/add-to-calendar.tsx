import { CalendarPlus, Download, ExternalLink, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { calendarEndpoints } from '../../contract/calendar/endpoints.ts'
import { parseDay } from '../../contract/date.ts'
import { defineTexts } from '../../contract/language.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { read, useRead } from '../data/use-read.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import './add-to-calendar.css'

const calendarTexts = defineTexts({
  en: {
    add: 'Add to calendar',
    addThis: (what: string) => `Add to calendar: ${what}`,
    file: 'Apple, or any other',
    fileHint: 'Downloads a calendar file',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    linkHint: 'Opens in a new tab',
    failed: 'The links to Google and Outlook did not load. The file works all the same.',
  },
  es: {
    add: 'Añadir al calendario',
    addThis: (what) => `Añadir al calendario: ${what}`,
    file: 'Apple u otro calendario',
    fileHint: 'Descarga un archivo de calendario',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    linkHint: 'Se abre en otra pestaña',
    failed: 'No pudimos cargar los enlaces a Google y Outlook. El archivo funciona igualmente.',
  },
})

type CalendarAppointment = { _id: string; treatment: string; date: string; slot: string }

type AddToCalendarProps = {
  appointment: CalendarAppointment
  /** Where there are several such buttons: whose appointment it is, for the button's name. */
  of?: string
}

/** Whether the day of an appointment may still be today somewhere, by the reader's own clock. */
export function canBeAdded({ date }: Pick<CalendarAppointment, 'date'>): boolean {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return (parseDay(date) ?? '') >= yesterday
}

/** Asks which calendar an appointment is to be added to; nothing once its day is over. */
export function AddToCalendar({ appointment, of }: AddToCalendarProps) {
  const language = useLanguage()
  const t = calendarTexts[language]
  const [isOpen, setOpen] = useState(false)
  if (!canBeAdded(appointment)) return null
  const { treatment } = appointment
  const date = showDate(language, appointment.date)
  return (
    <>
      <Button
        variant="quiet"
        aria-label={of === undefined ? undefined : t.addThis([treatment, date, of].join(', '))}
        onClick={() => setOpen(true)}
      >
        <Icon of={CalendarPlus} />
        {t.add}
      </Button>
      <Modal title={t.add} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          {treatment}
          <span className="add-to-calendar-time">
            {date}, {showSlot(language, appointment.slot)}
          </span>
        </p>
        <CalendarChoices id={appointment._id} />
      </Modal>
    </>
  )
}

/** Where one of the patient's own appointments can be put: a file for any calendar, Google, Outlook. */
function CalendarChoices({ id }: { id: string }) {
  const t = useTexts(calendarTexts)
  const { tryAgain } = useTexts(sharedTexts)
  const links = useRead(read(calendarEndpoints.readCalendarLinks, { params: { id } }))
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
