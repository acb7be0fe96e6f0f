import { defineTexts } from '../../contract/language.ts'

export const inboxTexts = defineTexts({
  en: {
    title: 'Messages',
    what: 'The messages',
    pages: 'Pages of messages',
    loading: 'Loading the messages…',
    unread: (count: number) => `${count} unread`,
    headings: { from: 'From', subject: 'Subject', when: 'When', state: 'State' },
    show: 'Show',
    allButSpam: 'All but spam',
    states: { new: 'New', read: 'Read', answered: 'Answered', spam: 'Spam' },
    /** What the button of each mark says. */
    marks: { new: 'New again', answered: 'Answered', spam: 'Spam' },
    marked: {
      new: 'Marked as new',
      read: 'Marked as read',
      answered: 'Marked as answered',
      spam: 'Marked as spam',
    },
    reply: 'Reply',
    replyTo: (subject: string) => `Re: ${subject}`,
    none: 'No messages yet',
    arriveHere: 'What people write in the contact form of the home page arrives here.',
    noneMarked: {
      new: 'No messages marked new',
      read: 'No messages marked read',
      answered: 'No messages marked answered',
      spam: 'No messages marked spam',
    },
    showAll: 'Show all messages',
  },
  es: {
    title: 'Mensajes',
    what: 'los mensajes',
    pages: 'Páginas de mensajes',
    loading: 'Cargando los mensajes…',
    unread: (count) => `${count} sin leer`,
    headings: { from: 'De', subject: 'Asunto', when: 'Cuándo', state: 'Estado' },
    show: 'Mostrar',
    allButSpam: 'Sin los no deseados',
    states: { new: 'Nuevo', read: 'Leído', answered: 'Respondido', spam: 'No deseado' },
    marks: { new: 'Nuevo otra vez', answered: 'Respondido', spam: 'No deseado' },
    marked: {
      new: 'Marcado como nuevo',
      read: 'Marcado como leído',
      answered: 'Marcado como respondido',
      spam: 'Marcado como no deseado',
    },
    reply: 'Responder',
    replyTo: (subject) => `Re: ${subject}`,
    none: 'Todavía no hay mensajes',
    arriveHere:
      'Aquí llega lo que las personas escriben en el formulario de contacto de la página de inicio.',
    noneMarked: {
      new: 'No hay mensajes nuevos',
      read: 'No hay mensajes leídos',
      answered: 'No hay mensajes respondidos',
      spam: 'No hay mensajes no deseados',
    },
    showAll: 'Mostrar todos los mensajes',
  },
})
