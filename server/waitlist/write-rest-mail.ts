import { defineTexts } from '../../contract/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { forTreatment } from '../notifications/show-treatment.ts'

const mailTexts = defineTexts({
  en: {
    subject: (what: string) => `Your request${what} rests`,
    intro: (what: string) =>
      `Twice we held a time${what} for you and had no answer. We offer you no more times for it until you tell us that you still want one. You keep your place on the waitlist, and your appointments stay as they are.`,
    resume: 'See my requests',
    closing: 'To be offered times again, press "Offer me times again" there.',
  },
  es: {
    subject: (what) => `Su solicitud${what} está en pausa`,
    intro: (what) =>
      `Dos veces le guardamos un horario${what} y no tuvimos respuesta. No le ofreceremos más horarios hasta que nos diga que todavía quiere uno. Conserva su lugar en la lista, y sus citas quedan como están.`,
    resume: 'Ver mis solicitudes',
    closing: 'Para volver a recibir ofertas, pulse allí «Volver a ofrecerme horarios».',
  },
})

/** Tells somebody who did not answer that they are offered nothing more, and how to change that. */
export function writeRestMail(
  sender: Sender,
  { treatment, url }: { treatment: string; url: string },
): Omit<Mail, 'recipient'> {
  const t = mailTexts[sender.language]
  const what = forTreatment(sender, treatment)
  const subject = t.subject(what)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.intro(what)],
    action: { label: t.resume, url },
    closing: t.closing,
  })
  return { kind: 'waiting-rests', subject, ...parts }
}
