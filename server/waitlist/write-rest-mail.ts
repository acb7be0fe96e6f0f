import { defineTexts } from '../../contract/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'

const mailTexts = defineTexts({
  en: {
    subject: (treatment: string) => `Your request for ${treatment} rests`,
    intro: (treatment: string) =>
      `Twice we held a time for ${treatment} for you and had no answer. We offer you no more times for it until you tell us that you still want one. Your free in the line stays, and so do your appointments.`,
    resume: 'See my requests',
    closing: 'To be offered times again, press "Offer me times again" there.',
  },
  es: {
    subject: (treatment) => `Su solicitud para ${treatment} está en pausa`,
    intro: (treatment) =>
      `Dos veces le guardamos un horario para ${treatment} y no tuvimos respuesta. No le ofreceremos más horarios hasta que nos diga que todavía quiere uno. Conserva su lugar en la lista, y sus citas quedan como están.`,
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
  const subject = t.subject(treatment)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.intro(treatment)],
    action: { label: t.resume, url },
    closing: t.closing,
  })
  return { kind: 'waiting-rests', subject, ...parts }
}
