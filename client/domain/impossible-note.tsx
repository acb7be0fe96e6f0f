import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { impossibleTexts } from '../../contract/appointments/impossible.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { ButtonLink } from '../ui/link.tsx'

const chooseTexts = defineTexts({
  en: {
    choose: 'Choose another time',
    chooseFor: (what: string) => `Choose another time: ${what}`,
  },
  es: {
    choose: 'Elegir otro horario',
    chooseFor: (what) => `Elegir otro horario: ${what}`,
  },
})

/** That an appointment cannot take place, and why; nothing for all others. */
export function ImpossibleNote({ impossible }: Pick<OwnBooking, 'impossible'>) {
  const t = useTexts(impossibleTexts)
  return impossible && <Note>{t[impossible]}</Note>
}

type ChooseTimeProps = {
  id: string
  /** Where there are several such links: which appointment it is about. */
  of?: string
}

/** Leads to another time for an appointment that cannot take place. */
export function ChooseTime({ id, of }: ChooseTimeProps) {
  const t = useTexts(chooseTexts)
  return (
    <ButtonLink
      to={paths.rescheduleAppointment(id)}
      aria-label={of === undefined ? undefined : t.chooseFor(of)}
    >
      {t.choose}
    </ButtonLink>
  )
}
