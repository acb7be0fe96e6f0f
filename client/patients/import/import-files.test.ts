import { expect, it } from 'vitest'
import type { ImportedLine } from '../../../contract/patients/import.ts'
import { writeRefused, writeTemplate } from './import-files.ts'

const line: ImportedLine = {
  ...{ line: 2, name: 'Ann', patient: 'added', patientId: null, sameAs: null, similar: null },
  ...{ differs: [], appointment: 'none', appointmentId: null, problems: [], cells: [] },
}
const report = {
  columns: ['Name', 'Born', 'Problem'],
  unread: [],
  encoding: 'utf-8' as const,
  counts: { added: 0, known: 0, similar: 0, booked: 0, appointmentsKnown: 0, refused: 1 },
}

it('exports the lines with a problem with their original cells, and replaces an earlier problem text', () => {
  const problems = [{ column: 'Born', code: 'date_unclear' }]
  const cells = ['=Poe, "Karl"', '6/5/1988', 'Told before']
  expect(writeRefused('en', { ...report, lines: [line, { ...line, problems, cells }] })).toBe(
    '\ufeffName,Born,Problem\r\n' +
      `"'=Poe, ""Karl""",6/5/1988,Born: This could be two days. Write it like 1988-06-05.\r\n`,
  )
})

it('explains a refused booking in the words for staff', () => {
  const problems = [{ column: 'Hora', code: 'patient_busy' }]
  const lines = [{ ...line, problems, cells: ['Ann', ''] }]
  expect(writeRefused('es', { ...report, lines })).toContain('Este paciente tiene otra cita')
})

it('offers a template with every heading', () => {
  const [headings, example] = writeTemplate('es').split('\r\n')
  expect(headings).toMatch(/^\ufeffNombre,Apellidos,Fecha de nacimiento,/)
  expect(example).toMatch(/^María,Ejemplo,1988-06-05/)
})
