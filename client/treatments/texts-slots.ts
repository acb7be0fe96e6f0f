import { defineTexts, plural } from '../../contract/language.ts'

/** Times come in as their reader writes them. */
export const slotsTexts = defineTexts({
  en: {
    title: 'Times of the day',
    none: 'No times yet: without them nobody can book.',
    summary: (count: number, from: string, to: string) =>
      `${plural('en', count, { one: '1 time', other: `${count} times` })}, from ${from} to ${to}`,
    from: 'From',
    to: 'To',
    addOne: 'Add one time',
    add: 'Add time',
    changeOf: (slot: string) => `Change ${slot}`,
    change: 'Change time',
    leave: 'Leave it',
    removeOf: (slot: string) => `Remove ${slot}`,
    bothTimes: 'Give both times, like 8:00 AM and 8:30 AM',
    backwards: 'This ends before it begins',
    overlaps: (slot: string) => `This overlaps ${slot}`,
  },
  es: {
    title: 'Horarios del día',
    none: 'Todavía no hay horarios: sin ellos nadie puede reservar.',
    summary: (count, from, to) =>
      `${plural('es', count, { one: '1 horario', other: `${count} horarios` })}, de ${from} a ${to}`,
    from: 'Desde',
    to: 'Hasta',
    addOne: 'Añadir un horario',
    add: 'Añadir el horario',
    changeOf: (slot) => `Modificar ${slot}`,
    change: 'Modificar el horario',
    leave: 'Dejarlo así',
    removeOf: (slot) => `Quitar ${slot}`,
    bothTimes: 'Indique las dos horas, por ejemplo 8:00 a.m. y 8:30 a.m.',
    backwards: 'Este horario termina antes de empezar',
    overlaps: (slot) => `Este horario se cruza con ${slot}`,
  },
})

/** A rule that fills the list. */
export const ruleTexts = defineTexts({
  en: {
    title: 'Fill the list by a rule',
    each: 'Minutes each',
    breaks: 'Breaks',
    breakOf: (place: number) => `Break ${place}`,
    addBreak: 'Add a break',
    remove: 'Remove',
    removeBreak: (place: number) => `Remove break ${place}`,
    makes: (count: number, first: string, last: string) =>
      `Makes ${plural('en', count, { one: '1 time', other: `${count} times` })}: ${first} to ${last}.`,
    replaces: (count: number) => `They take the place of the ${count} in the list.`,
    fill: 'Fill the list',
    dayBackwards: 'The day must end after it begins.',
    tooShort: (minutes: number) => `A time takes ${minutes} minutes or more.`,
    breakBackwards: 'A break must end after it begins.',
    nothingFits: 'Nothing fits between these times.',
    tooMany: (count: number, most: number) => `That is ${count} times; a day has at most ${most}.`,
  },
  es: {
    title: 'Llenar la lista con una regla',
    each: 'Duración (min)',
    breaks: 'Pausas',
    breakOf: (place) => `Pausa ${place}`,
    addBreak: 'Añadir una pausa',
    remove: 'Quitar',
    removeBreak: (place) => `Quitar la pausa ${place}`,
    makes: (count, first, last) =>
      `De ${first} a ${last} ${plural('es', count, { one: 'resulta 1 horario', other: `resultan ${count} horarios` })}.`,
    replaces: (count) =>
      plural('es', count, {
        one: 'Reemplazan al que está en la lista.',
        other: `Reemplazan a los ${count} de la lista.`,
      }),
    fill: 'Llenar la lista',
    dayBackwards: 'El día debe terminar después de empezar.',
    tooShort: (minutes) => `Un horario dura ${minutes} minutos o más.`,
    breakBackwards: 'Una pausa debe terminar después de empezar.',
    nothingFits: 'No cabe nada entre estas horas.',
    tooMany: (count, most) => `Son ${count} horarios; un día tiene como máximo ${most}.`,
  },
})
