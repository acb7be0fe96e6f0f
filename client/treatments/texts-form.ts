import { defineTexts } from '../../contract/language.ts'

export const formTexts = defineTexts({
  en: {
    all: 'All treatments',
    add: 'Add a treatment',
    name: 'Name',
    description: 'Description',
    descriptionHint:
      'A sentence or two for patients: what is done, for whom. You may leave it empty.',
    price: 'Price in dollars',
    slots: 'The number of times',
    priceStays: 'Appointments already made keep the name and price they were made with.',
    save: 'Save treatment',
    addNow: 'Add treatment',
    cancel: 'Cancel',
    saved: (name: string) => `${name} was saved`,
    added: (name: string) => `${name} was added`,
    saveQuestion: 'Save these times?',
    saveAnyway: 'Save anyway',
    appointmentsStay:
      'Their times are no longer offered. The appointments stay until you reschedule or cancel them.',
    nameRequired: 'Name is required',
    priceUnread: 'Write the price like 99 or 99.50',
    priceTooHigh: (most: string) => `A price is at most ${most}`,
    tooManyTimes: (most: number) => `A day has at most ${most} times`,
    timeNotInList: 'A time below is not in the list yet',
  },
  es: {
    all: 'Todos los tratamientos',
    add: 'Añadir un tratamiento',
    name: 'Nombre',
    description: 'Descripción',
    descriptionHint:
      'Una o dos frases para los pacientes: qué se hace y para quién. Puede dejarla en blanco.',
    price: 'Precio en dólares',
    slots: 'El número de horarios',
    priceStays: 'Las citas ya reservadas conservan el nombre y el precio con que se reservaron.',
    save: 'Guardar el tratamiento',
    addNow: 'Añadir el tratamiento',
    cancel: 'Cancelar',
    saved: (name) => `${name} se guardó`,
    added: (name) => `${name} se añadió`,
    saveQuestion: '¿Guardar estos horarios?',
    saveAnyway: 'Guardar de todos modos',
    appointmentsStay:
      'Sus horarios ya no se ofrecen. Las citas se mantienen hasta que usted las reprograme o las cancele.',
    nameRequired: 'Escriba el nombre',
    priceUnread: 'Escriba el precio así: 99 o 99.50',
    priceTooHigh: (most) => `El precio puede ser de ${most} como máximo`,
    tooManyTimes: (most) => `Un día tiene como máximo ${most} horarios`,
    timeNotInList: 'Hay un horario más abajo que aún no está en la lista',
  },
})

export type FormTexts = (typeof formTexts)['en']
