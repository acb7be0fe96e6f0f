import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { defineTexts } from '../language.ts'

/** Bytes of a file that is imported, and its lines without the headings. */
export const largestImport = 5 * 1024 * 1024
export const mostImported = 10_000

/** What a column may hold, headed as in the template. */
export const importHeadings = defineTexts({
  en: {
    name: 'Name',
    lastName: 'Last name',
    birthDate: 'Birth date',
    phone: 'Phone',
    email: 'E-mail',
    language: 'Language',
    alert: 'Alert',
    note: 'Note',
    treatment: 'Treatment',
    day: 'Appointment date',
    time: 'Appointment time',
    doctor: 'Doctor',
  },
  es: {
    name: 'Nombre',
    lastName: 'Apellidos',
    birthDate: 'Fecha de nacimiento',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    language: 'Idioma',
    alert: 'Aviso',
    note: 'Nota',
    treatment: 'Tratamiento',
    day: 'Fecha de la cita',
    time: 'Hora de la cita',
    doctor: 'Doctor',
  },
})
export type ImportField = keyof typeof importHeadings.en

/** Which comes first in dates such as 6/5/1988. */
export const DateOrder = z.enum(['month', 'day'])
export type DateOrder = z.infer<typeof DateOrder>

/** What is, or would be, done with one line of the file. */
export const ImportedLine = z.object({
  /** As an editor counts them; the headings are on the first. */
  line: z.int(),
  name: z.string(),
  patient: z.enum(['added', 'known', 'refused']),
  /** The record: of who is known, or was added; `null` before that and for who is refused. */
  patientId: z.nullable(z.string()),
  /** Known from this earlier line of the file. */
  sameAs: z.nullable(z.int()),
  /** Known, but the record says something else here; nothing of it is changed. */
  differs: z.array(z.enum(['birthDate', 'phone', 'email'])),
  /** A record or an earlier line that could be the same person; the import never merges them. */
  similar: z.nullable(
    z.object({ _id: z.nullable(z.string()), name: z.string(), line: z.nullable(z.int()) }),
  ),
  /** `known`: it is there already, or was once. */
  appointment: z.enum(['none', 'booked', 'known', 'refused']),
  appointmentId: z.nullable(z.string()),
  /** Why patient or appointment is refused: a code of `importProblems`, `issues` or a booking, and the column. */
  problems: z.array(z.object({ column: z.string(), code: z.string() })),
  /** As they stand in the file; empty where nothing is refused. */
  cells: z.array(z.string()),
})
export type ImportedLine = z.infer<typeof ImportedLine>

export const ImportReport = z.object({
  /** The headings of the file, and those whose columns are not read. */
  columns: z.array(z.string()),
  unread: z.array(z.string()),
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  counts: z.object({
    ...{ added: z.int(), known: z.int(), similar: z.int() },
    ...{ booked: z.int(), appointmentsKnown: z.int() },
    /** Lines of which the patient or the appointment is refused. */
    refused: z.int(),
  }),
  lines: z.array(ImportedLine),
})
export type ImportReport = z.infer<typeof ImportReport>

const query = z.object({ dates: z.optional(DateOrder) })

/** Patients and their future appointments from a CSV file. */
export const patientImportEndpoints = {
  checkImport: {
    method: 'POST',
    path: '/staff/patients/import/check',
    summary:
      'What importing a CSV file, the multipart field `file`, would do with each of its lines. Nothing is stored.',
    access: { needs: 'patientData' },
    audit: 'patients_import_checked',
    upload: 'file',
    query,
    answer: ImportReport,
  },
  importPatients: {
    method: 'POST',
    path: '/staff/patients/import',
    summary:
      'Import patients and future appointments from a CSV file, the multipart field `file`. Nobody is written to; the same file again imports nothing twice.',
    access: { needs: 'patientData' },
    audit: 'patients_imported',
    upload: 'file',
    query,
    answer: ImportReport,
  },
} as const satisfies Record<string, Endpoint>

/** Why a whole file was refused: stable codes with the sentence shown. */
export const importRefusals = {
  import_too_large: 'This file is too large. Please import at most 5 MB at once.',
  import_too_long: 'This file has too many lines. Please import at most 10,000 at once.',
  import_no_csv: 'This is not a CSV file. In your spreadsheet, save the table as CSV.',
  import_quotes: 'A quotation mark in this file is opened and never closed.',
  import_empty: 'This file has nothing below its first line.',
  import_no_name: 'The first line must name the columns. One of them must be Name.',
} as const
export type ImportRefusal = keyof typeof importRefusals

export const importRefusalTexts = defineTexts<Record<ImportRefusal, string>>({
  en: importRefusals,
  es: {
    import_too_large: 'Este archivo es demasiado grande. Importe 5 MB como máximo a la vez.',
    import_too_long: 'Este archivo tiene demasiadas líneas. Importe 10,000 como máximo a la vez.',
    import_no_csv: 'Este no es un archivo CSV. En su hoja de cálculo, guarde la tabla como CSV.',
    import_quotes: 'En este archivo, unas comillas se abren y nunca se cierran.',
    import_empty: 'Este archivo no tiene nada debajo de la primera línea.',
    import_no_name: 'La primera línea debe nombrar las columnas. Una de ellas debe ser Nombre.',
  },
})

/** What can be wrong with a line besides what is wrong with any patient or booking. */
export const importProblems = defineTexts({
  en: {
    date_unclear: 'This could be two days. Write it like 1988-06-05.',
    date_wrong: 'This is no date that we can read. Write it like 1988-06-05.',
    time_wrong: 'This is no time that we can read. Write it like 9:30 AM or 09:30.',
    language_unknown: 'Write en or es, or leave it empty.',
    name_alone: 'A name alone does not identify a patient. Add a birth date, a phone or an e-mail.',
    other_patient: 'A patient of this name with this e-mail has another birth date.',
    patient_erased: 'Erased on request, so not added. If this is another person, add them by hand.',
    patient_unclear: 'Two patients fit this line. Merge them first if they are one person.',
    visit_incomplete: 'An appointment needs a treatment, a date and a time.',
    doctor_unknown: 'There is no doctor of this name, or more than one.',
    doctor_without_hours: 'This treatment has no doctors with hours on that day.',
    cells_extra: 'This line has more cells than there are columns.',
  },
  es: {
    date_unclear: 'Podrían ser dos días distintos. Escríbalo así: 1988-06-05.',
    date_wrong: 'No podemos leer esta fecha. Escríbala así: 1988-06-05.',
    time_wrong: 'No podemos leer esta hora. Escríbala así: 9:30 AM o 09:30.',
    language_unknown: 'Escriba en o es, o déjelo vacío.',
    name_alone:
      'Un nombre solo no distingue a nadie. Añada una fecha de nacimiento, un teléfono o un correo.',
    other_patient: 'Un paciente de este nombre y este correo nació en otra fecha.',
    patient_erased:
      'Se borró a petición suya, así que no se añade. Si es otra persona, añádala a mano.',
    patient_unclear: 'Dos pacientes coinciden con esta línea. Combínelos antes si son uno solo.',
    visit_incomplete: 'Una cita necesita un tratamiento, una fecha y una hora.',
    doctor_unknown: 'No hay ningún doctor de este nombre, o hay más de uno.',
    doctor_without_hours: 'Este tratamiento no tiene doctores con horario ese día.',
    cells_extra: 'Esta línea tiene más celdas que columnas.',
  },
})
export type ImportProblem = keyof typeof importProblems.en
