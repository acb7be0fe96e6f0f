import { defineTexts } from '../../../contract/language.ts'

/** What cancelling and rescheduling have in common. */
export const changeTexts = defineTexts({
  en: {
    yourAppointment: 'Your appointment',
    loading: 'Loading your appointment…',
    myAppointments: 'My Appointments',
    bookAnother: 'Book another time',
    seeReceipt: 'See the receipt',
    cannotCancel: 'This appointment cannot be cancelled here',
    cannotReschedule: 'This appointment cannot be rescheduled here',
    isCancelled: 'This appointment is cancelled',
    isCancelledText:
      'Its time is free again, and there is nothing left to do. What you paid and what was refunded is in My History.',
    hasBegun: 'This appointment has already begun',
    hasBegunText: 'It can no longer be changed online. Please call the clinic if you need help.',
    myHistory: 'My History',
    callClinic: (phone: string) => `Call ${phone}`,
    closedDay:
      'We are sorry: the clinic is closed on that day. You can choose another time or cancel, however late it is. What you paid stays with your new time, or all of it goes back.',
    displaced:
      'We are sorry: we had to change this appointment. You can choose another time or cancel, however late it is. What you paid stays with your new time, or all of it goes back.',
    signedOut: 'You have been signed out. Please sign in again.',
    stays: 'Your appointment stays as it is.',
    unclear:
      'The answer of the clinic did not reach us. You can safely press again: it is done only once.',
    mailComes: (email: string) => `A mail about it is on its way to ${email}.`,
    onItsWay: (money: string) =>
      `${money} is on its way back to your card. With most banks it takes 5 to 10 days.`,
  },
  es: {
    yourAppointment: 'Su cita',
    loading: 'Cargando su cita…',
    myAppointments: 'Mis citas',
    bookAnother: 'Reservar otra cita',
    seeReceipt: 'Ver el recibo',
    cannotCancel: 'Esta cita no se puede cancelar aquí',
    cannotReschedule: 'Esta cita no se puede reprogramar aquí',
    isCancelled: 'Esta cita está cancelada',
    isCancelledText:
      'El horario vuelve a estar libre y no queda nada por hacer. Lo que pagó y lo que se le devolvió está en Mi historial.',
    hasBegun: 'Esta cita ya ha comenzado',
    hasBegunText: 'Ya no se puede cambiar en línea. Si necesita ayuda, llame a la clínica.',
    myHistory: 'Mi historial',
    callClinic: (phone) => `Llamar al ${phone}`,
    closedDay:
      'Lo sentimos: la clínica está cerrada ese día. Puede elegir otro horario o cancelar, aunque falte poco. Lo que pagó se conserva para su nueva cita o se le devuelve por completo.',
    displaced:
      'Lo sentimos: tuvimos que cambiar esta cita. Puede elegir otro horario o cancelar, aunque falte poco. Lo que pagó se conserva para su nueva cita o se le devuelve por completo.',
    signedOut: 'Se ha cerrado su sesión. Inicie sesión de nuevo, por favor.',
    stays: 'Su cita sigue como estaba.',
    unclear:
      'No nos llegó la respuesta de la clínica. Puede pulsar otra vez con tranquilidad: se hará una sola vez.',
    mailComes: (email) => `Le enviamos un correo con los detalles a ${email}.`,
    onItsWay: (money) =>
      `${money} van de vuelta a su tarjeta. En la mayoría de los bancos tarda de 5 a 10 días.`,
  },
})
