import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { impossibleTexts } from '../../contract/appointments/impossible.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { calendar, clinicNow } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Note } from '../ui/feedback/note.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { clinic } from './clinic.ts'
import { beginOf } from './clinic-time.ts'

const chooseTexts = defineTexts({
  en: {
    call: (phone: string) => `Please call us at ${phone}.`,
    choose: 'Choose another time',
    chooseFor: (what: string) => `Choose another time: ${what}`,
  },
  es: {
    call: (phone) => `Llámenos al ${phone}, por favor.`,
    choose: 'Elegir otro horario',
    chooseFor: (what) => `Elegir otro horario: ${what}`,
  },
})

type NoteProps = { appointment: Pick<OwnBooking, 'impossible' | 'date' | 'slot'> }

/** That an appointment cannot take place, why, and what its patient can do; nothing for all others. */
export function ImpossibleNote({ appointment }: NoteProps) {
  const t = useTexts(impossibleTexts)
  const { call } = useTexts(chooseTexts)
  const hasBegun = useHasBegun(appointment)
  const { impossible } = appointment
  if (impossible === null) return null
  return (
    <Note>
      {t[impossible]} {hasBegun ? call(clinic.phone) : t.choose}
    </Note>
  )
}

type ChooseTimeProps = {
  appointment: Pick<OwnBooking, '_id' | 'date' | 'slot'>
  /** Where there are several such links: which appointment it is about. */
  of?: string
}

/** Leads to another time for an appointment that cannot take place; to the clinic once it has begun. */
export function ChooseTime({ appointment, of }: ChooseTimeProps) {
  const t = useTexts(chooseTexts)
  const { callClinic } = useTexts(sharedTexts)
  if (useHasBegun(appointment)) {
    return (
      <a className="button button-primary" href={clinic.phoneLink}>
        {callClinic(clinic.phone)}
      </a>
    )
  }
  return (
    <ButtonLink
      to={paths.rescheduleAppointment(appointment._id)}
      aria-label={of === undefined ? undefined : t.chooseFor(of)}
    >
      {t.choose}
    </ButtonLink>
  )
}

/** Whether an appointment has begun by the clinic's clock; not until that clock is known. */
export function useHasBegun(appointment: { date: string; slot: string }): boolean {
  const { data: days } = useRead(calendar)
  const begin = days ? beginOf(appointment, days.timeZone) : null
  return days !== undefined && begin !== null && clinicNow(days) >= begin
}
