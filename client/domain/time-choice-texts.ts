import { defineTexts } from '../../contract/language.ts'

export const timeChoiceTexts = defineTexts({
  en: {
    pickADay: 'Pick a day',
    newDay: 'Day of your appointment',
    times: 'The free times',
    loading: 'Looking for free times…',
    free: (count: number, date: string) =>
      count === 1 ? `1 time free on ${date}` : `${count} times free on ${date}`,
    none: (date: string) => `There is no free time on ${date}.`,
    otherDay: (date: string) => `Look at ${date}`,
    pickOther: 'Please pick another day.',
    chooseFirst: 'Please choose a time first.',
  },
  es: {
    pickADay: 'Elija un día',
    newDay: 'Día de su cita',
    times: 'Los horarios libres',
    loading: 'Buscando horarios libres…',
    free: (count, date) =>
      count === 1 ? `1 horario libre el ${date}` : `${count} horarios libres el ${date}`,
    none: (date) => `No hay horarios libres el ${date}.`,
    otherDay: (date) => `Ver el ${date}`,
    pickOther: 'Elija otro día, por favor.',
    chooseFirst: 'Elija primero un horario, por favor.',
  },
})
