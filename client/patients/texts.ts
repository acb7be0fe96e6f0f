import { defineTexts } from '../../contract/language.ts'

export const familyTexts = defineTexts({
  en: {
    title: 'My Family',
    intro:
      'The people you book for. Choose them in the booking form; each can have appointments of their own, also at the same time as yours.',
    what: 'Your family list',
    list: 'Your family list',
    loading: 'Loading your family list…',
    headings: { name: 'Name', relation: 'Relation', action: 'Action' },
    nobody: 'Nobody here yet',
    nobodyText: 'Add a child, your partner or a parent, and you can book for them, too.',
    add: 'Add somebody',
    added: (name: string) => `${name} is in your list`,
    isFull: 'Your list is full: it takes 20 people.',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    keepsName: 'Appointments that are booked already keep the name they were booked with.',
    save: 'Save',
    saved: (name: string) => `${name} is saved`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) => `Remove ${name}?`,
    removed: (name: string) => `${name} is no longer in your list`,
    staysBooked:
      'You can no longer choose this person when you book. Their appointments stay as they are, past and to come; you find them in My Appointments.',
  },
  es: {
    title: 'Mi familia',
    intro:
      'Las personas para las que usted reserva. Elíjalas al reservar; cada una puede tener sus propias citas, también a la misma hora que la suya.',
    what: 'su lista familiar',
    list: 'Su lista familiar',
    loading: 'Cargando su lista familiar…',
    headings: { name: 'Nombre', relation: 'Relación', action: 'Acción' },
    nobody: 'Todavía no hay nadie',
    nobodyText: 'Agregue a un hijo, a su pareja o a su padre o madre y podrá reservar para ellos.',
    add: 'Agregar a alguien',
    added: (name) => `${name} ya está en su lista`,
    isFull: 'Su lista está completa: admite 20 personas.',
    edit: 'Editar',
    editOf: (name) => `Editar: ${name}`,
    keepsName: 'Las citas ya reservadas conservan el nombre con el que se reservaron.',
    save: 'Guardar',
    saved: (name) => `Se guardó: ${name}`,
    remove: 'Quitar',
    removeOf: (name) => `Quitar a ${name}`,
    removeQuestion: (name) => `¿Quitar a ${name}?`,
    removed: (name) => `${name} ya no está en su lista`,
    staysBooked:
      'Ya no podrá elegir a esta persona al reservar. Sus citas quedan como están, las pasadas y las próximas; las encuentra en Mis citas.',
  },
})
