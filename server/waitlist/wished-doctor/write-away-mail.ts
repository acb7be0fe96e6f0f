import { defineTexts } from '../../../contract/language.ts'
import type { DoctorAway } from '../../../contract/waitlist/waitlist.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'
import { forTreatment } from '../../notifications/show-treatment.ts'

type Away = NonNullable<DoctorAway>

const mailTexts = defineTexts({
  en: {
    subject: (what: string) => `Your request${what} needs a new choice`,
    why: {
      left: (doctor: string) => `${doctor} no longer works at the clinic.`,
      treatment: (doctor: string) => `${doctor} no longer does this treatment.`,
      hours: (doctor: string) => `${doctor} does not work on the days and times you chose.`,
    } satisfies Record<Away, (doctor: string) => string>,
    intro: (what: string, why: string) =>
      `You are on the waitlist${what} and asked for one dentist alone. ${why} So we cannot offer you a time as things stand. You keep your place on the waitlist, and your appointments stay as they are.`,
    change: 'Change my request',
    closing: 'There you can choose another dentist, anyone who is free, or other days.',
  },
  es: {
    subject: (what) => `Su solicitud${what} necesita otra elección`,
    why: {
      left: (doctor) => `${doctor} ya no trabaja en la clínica.`,
      treatment: (doctor) => `${doctor} ya no hace este tratamiento.`,
      hours: (doctor) => `${doctor} no trabaja en los días y horas que usted eligió.`,
    },
    intro: (what, why) =>
      `Usted está en la lista de espera${what} y pidió un solo dentista. ${why} Por eso, tal como está, no podemos ofrecerle ningún horario. Conserva su lugar en la lista, y sus citas quedan como están.`,
    change: 'Cambiar mi solicitud',
    closing: 'Allí puede elegir otro dentista, cualquiera que esté libre u otros días.',
  },
})

/** Tells somebody that the doctor who they wait for cannot take their request, and how to change it. */
export function writeAwayMail(
  sender: Sender,
  { treatment, doctor, away, url }: { treatment: string; doctor: string; away: Away; url: string },
): Omit<Mail, 'recipient'> {
  const t = mailTexts[sender.language]
  const what = forTreatment(sender, treatment)
  const subject = t.subject(what)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.intro(what, t.why[away](doctor))],
    action: { label: t.change, url },
    closing: t.closing,
  })
  return { kind: 'waiting-doctor-away', subject, ...parts }
}
