import { defineTexts, plural } from '../../../contract/language.ts'

const patients = (count: number) =>
  `${count.toLocaleString('en-US')} ${plural('en', count, { one: 'patient', other: 'patients' })}`
const visits = (count: number) =>
  `${count.toLocaleString('en-US')} ${plural('en', count, { one: 'appointment', other: 'appointments' })}`
const pacientes = (count: number) =>
  `${count.toLocaleString('es-US')} ${plural('es', count, { one: 'paciente', other: 'pacientes' })}`
const citas = (count: number) =>
  `${count.toLocaleString('es-US')} ${plural('es', count, { one: 'cita', other: 'citas' })}`

/** What there is of both, joined. */
function both(and: string, parts: readonly (false | string)[]): string {
  return parts.filter((part) => part !== false).join(and)
}

export const importTexts = defineTexts({
  en: {
    title: 'Import patients',
    intro:
      'From a CSV file, which every spreadsheet program can save. Nothing is stored until you have seen what will happen to each line, and no messages are sent.',
    template: 'Download a template',
    templateName: 'patients-template',
    example: ['Maria', 'Example', '1988-06-05', '718 555 0100', 'maria@example.com', 'en'],
    file: 'CSV file',
    fileHint:
      'Patients, and with a treatment, a date and a time their future appointments. At most 5 MB.',
    choose: 'Choose a file',
    chooseAnother: 'Choose another file',
    orDrop: 'or drop it here',
    checking: 'Checking each line…',
    importing: 'Importing…',
    whileImporting: {
      leaveQuestion: 'Leave while the import runs?',
      leave: 'Leave this page',
      stay: 'Stay here',
      notSaved:
        'The import goes on, but you will not see what becomes of each line. To see it later, import the same file again: nothing is imported twice.',
    },
    dates: 'Dates such as 6/5/1988 mean',
    datesUnsaid: 'Not said',
    monthFirst: 'June 5 (month first)',
    dayFirst: '6 May (day first)',
    found: (name: string) => `What becomes of ${name}`,
    done: (name: string) => `${name} is imported`,
    toAdd: 'To add',
    added: 'Added',
    known: 'Already known',
    similar: 'Could already be a patient',
    toBook: 'Appointments',
    refused: 'Lines with a problem',
    unread: (columns: string) => `These columns are not read: ${columns}.`,
    oldEncoding:
      'The file is in the old Windows encoding. Please look whether accented letters are right.',
    which: 'Which lines are shown',
    all: 'All lines',
    onlyRefused: 'Only problems',
    onlySimilar: 'Only could be the same',
    lines: 'Lines of the file',
    pages: 'Pages of lines',
    none: 'There is no such line.',
    line: (line: number) => `Line ${line}`,
    fates: { added: 'New patient', known: 'Already known', refused: 'Not imported' },
    madeFate: 'Added',
    sameAs: (line: number) => `as in line ${line}`,
    differs: (fields: string) => `The record says otherwise: ${fields}. It stays as it is.`,
    couldBe: 'Could be the same as',
    visits: {
      none: '',
      booked: 'Appointment',
      known: 'Appointment is there already',
      refused: 'No appointment',
    },
    madeVisit: 'Appointment booked',
    download: 'Download the lines with a problem',
    refusedName: 'lines-with-a-problem',
    problem: 'Problem',
    nothingToDo: 'There is nothing to import: everything is here already, or has a problem.',
    act: (people: number, booked: number) =>
      `Import ${both(' and ', [people > 0 && patients(people), booked > 0 && visits(booked)])}`,
    was: (people: number, booked: number) =>
      people + booked === 0
        ? 'Nothing was left to import.'
        : `${both(' and ', [people > 0 && patients(people), booked > 0 && visits(booked)])} ${people + booked === 1 ? 'was' : 'were'} imported. Nobody was written to.`,
    again:
      'Lines with a problem were left out. Mend them in the file and import it again: what is here already is not imported twice.',
    unclear:
      'We do not know whether all of it was imported. Import the same file again: nothing is imported twice.',
  },
  es: {
    title: 'Importar pacientes',
    intro:
      'Desde un archivo CSV, como lo guarda cualquier hoja de cálculo. No se guarda nada antes de que usted vea qué pasa con cada línea, y no se escribe a nadie.',
    template: 'Descargar una plantilla',
    templateName: 'plantilla-pacientes',
    example: ['María', 'Ejemplo', '1988-06-05', '718 555 0100', 'maria@example.com', 'es'],
    file: 'Archivo CSV',
    fileHint:
      'Pacientes y, con un tratamiento, una fecha y una hora, sus próximas citas. Como máximo 5 MB.',
    choose: 'Elegir un archivo',
    chooseAnother: 'Elegir otro archivo',
    orDrop: 'o suéltelo aquí',
    checking: 'Revisando cada línea…',
    importing: 'Importando…',
    whileImporting: {
      leaveQuestion: '¿Salir mientras se importa?',
      leave: 'Salir de la página',
      stay: 'Quedarme aquí',
      notSaved:
        'La importación sigue, pero no verá qué pasa con cada línea. Para verlo después, importe el mismo archivo de nuevo: nada se importa dos veces.',
    },
    dates: 'Las fechas como 6/5/1988 significan',
    datesUnsaid: 'Sin indicar',
    monthFirst: '5 de junio (primero el mes)',
    dayFirst: '6 de mayo (primero el día)',
    found: (name) => `Qué pasa con ${name}`,
    done: (name) => `Se importó ${name}`,
    toAdd: 'Por añadir',
    added: 'Añadidos',
    known: 'Ya conocidos',
    similar: 'Podrían ser alguien conocido',
    toBook: 'Citas',
    refused: 'Líneas con un problema',
    unread: (columns) => `Estas columnas no se leen: ${columns}.`,
    oldEncoding:
      'El archivo tiene la codificación antigua de Windows. Mire si las letras con acento son correctas.',
    which: 'Qué líneas se muestran',
    all: 'Todas las líneas',
    onlyRefused: 'Solo problemas',
    onlySimilar: 'Solo posibles repetidos',
    lines: 'Líneas del archivo',
    pages: 'Páginas de líneas',
    none: 'No hay ninguna línea así.',
    line: (line) => `Línea ${line}`,
    fates: { added: 'Paciente nuevo', known: 'Ya se conoce', refused: 'No se importa' },
    madeFate: 'Añadido',
    sameAs: (line) => `como en la línea ${line}`,
    differs: (fields) => `La ficha dice otra cosa: ${fields}. Queda como está.`,
    couldBe: 'Podría ser la misma persona que',
    visits: { none: '', booked: 'Cita', known: 'La cita ya está', refused: 'Sin cita' },
    madeVisit: 'Cita reservada',
    download: 'Descargar las líneas con un problema',
    refusedName: 'lineas-con-problemas',
    problem: 'Problema',
    nothingToDo: 'No hay nada que importar: todo está aquí ya, o tiene un problema.',
    act: (people, booked) =>
      `Importar ${both(' y ', [people > 0 && pacientes(people), booked > 0 && citas(booked)])}`,
    was: (people, booked) =>
      people + booked === 0
        ? 'No quedaba nada que importar.'
        : `Importado: ${both(' y ', [people > 0 && pacientes(people), booked > 0 && citas(booked)])}. No se escribió a nadie.`,
    again:
      'Las líneas con un problema quedaron fuera. Corríjalas en el archivo e impórtelo de nuevo: lo que ya está no se importa dos veces.',
    unclear:
      'No sabemos si se importó todo. Importe el mismo archivo de nuevo: nada se importa dos veces.',
  },
})
