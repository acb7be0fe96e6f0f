import type { ReplyRefusal } from '../../contract/email-links/refusals.ts'
import { defineTexts } from '../../contract/language.ts'

type VoidTexts = Record<ReplyRefusal, { title: string; text: string }>

/** What the pages of links from mails have in common. */
export const mailLinkTexts = defineTexts({
  en: {
    appointmentAt: (clinic: string) => `Your appointment at ${clinic}`,
    mailsOf: (clinic: string) => `Mails from ${clinic}`,
    what: 'This link',
    loading: 'Looking at this link…',
    call: (phone: string) => `Call ${phone}`,
    bookAnother: 'Book another time',
    myAppointments: 'My Appointments',
    void: {
      link_void: {
        title: 'This link is no longer good',
        text: 'The appointment may have been moved or cancelled since our mail, or the address is not whole. A newer mail of ours has newer links.',
      },
      appointment_cancelled: {
        title: 'This appointment is cancelled',
        text: 'Its time is free again, and there is nothing left for you to do.',
      },
      appointment_begun: {
        title: 'This appointment has already begun',
        text: 'It can no longer be changed online. Please call us if you need help.',
      },
    } as VoidTexts,
  },
  es: {
    appointmentAt: (clinic) => `Su cita en ${clinic}`,
    mailsOf: (clinic) => `Correos de ${clinic}`,
    what: 'este enlace',
    loading: 'Revisando este enlace…',
    call: (phone) => `Llamar al ${phone}`,
    bookAnother: 'Reservar otra cita',
    myAppointments: 'Mis citas',
    void: {
      link_void: {
        title: 'Este enlace ya no sirve',
        text: 'Es posible que la cita se haya cambiado o cancelado después de nuestro correo, o que la dirección esté incompleta. Nuestro correo más reciente trae enlaces nuevos.',
      },
      appointment_cancelled: {
        title: 'Esta cita está cancelada',
        text: 'El horario vuelve a estar libre y usted no tiene que hacer nada más.',
      },
      appointment_begun: {
        title: 'Esta cita ya ha comenzado',
        text: 'Ya no se puede cambiar en línea. Si necesita ayuda, llámenos.',
      },
    },
  },
})
