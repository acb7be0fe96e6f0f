import { expect } from 'vitest'
import { ImportReport } from '../../contract/patients/import.ts'
import {
  Patient,
  type PatientDraft,
  type PatientRow,
  patientEndpoints,
} from '../../contract/patients/patient.ts'
import type { Queries } from '../db/database.ts'
import { type Person, type Portal, request } from './portal.ts'

const nothing: PatientDraft = {
  name: 'Vera Poe',
  ...{ birthDate: '', phone: '', email: '', language: '', note: '', alert: '' },
}

/** What staff do with patients' records. */
export function recordsOf(portal: Portal, { token }: Person) {
  const ask = (method: string, path: string, body?: object) =>
    request(portal, method, `/staff/patients${path}`, { token, ...(body && { body }) })
  const read = async (id: string) => Patient.parse(await (await ask('GET', `/${id}`)).json())
  const list = async (search: string): Promise<PatientRow[]> => {
    const response = await ask('GET', `?search=${encodeURIComponent(search)}`)
    return patientEndpoints.listPatients.answer.parse(await response.json()).rows
  }
  return {
    ask,
    read,
    add: (draft: Partial<PatientDraft> = {}) => ask('POST', '', { ...nothing, ...draft }),
    async added(draft: Partial<PatientDraft> = {}): Promise<string> {
      const response = await ask('POST', '', { ...nothing, ...draft })
      expect(response.status).toBe(200)
      return patientEndpoints.addPatient.answer.parse(await response.json())._id
    },
    /** Changes some fields of what is stored. */
    async change(id: string, draft: Partial<PatientDraft>, revision?: number) {
      const now = await read(id)
      const { name, phone, email, note, alert } = now
      const stored = { name, phone, email, note, alert, birthDate: now.birthDate ?? '' }
      const body = { ...stored, language: now.language ?? '', ...draft }
      return ask('PUT', `/${id}`, { ...body, revision: revision ?? now.revision })
    },
    merge: (id: string, from: string) => ask('POST', `/${id}/merge`, { from }),
    list,
    find: async (search: string) => (await list(search)).map(({ name }) => name),
  }
}

/** Patients that only the clinic knows, by ids of the test's own. */
export async function insertPatients(query: Queries, ...ids: string[]): Promise<void> {
  const createdAt = '2026-01-01T00:00:00.000Z'
  const rows = ids.map((id) => ({ id, name: 'Pat Doe', nameKey: 'patdoe', createdAt }))
  for (let first = 0; first < rows.length; first += 1000) {
    const some = rows.slice(first, first + 1000)
    await query
      .insertInto('patients')
      .values(some.map((row) => ({ ...row, guestKey: row.id })))
      .execute()
  }
}

/** Sends a file to the import, or only to its check. */
export function importsOf({ app }: Pick<Portal, 'app'>, { token }: Person) {
  const send = (content: BlobPart, { check = false, dates = '' } = {}) => {
    const body = new FormData()
    body.set('file', new File([content], 'patients.csv'))
    const path = `/staff/patients/import${check ? '/check' : ''}${dates && `?dates=${dates}`}`
    return app.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
  }
  const reported = async (response: Response): Promise<ImportReport> => {
    const answer: unknown = await response.json()
    expect({ status: response.status, answer }).toMatchObject({ status: 200 })
    return ImportReport.parse(answer)
  }
  return {
    send,
    check: async (content: BlobPart, dates?: string) =>
      reported(await send(content, { check: true, ...(dates && { dates }) })),
    run: async (content: BlobPart, dates?: string) =>
      reported(await send(content, { ...(dates && { dates }) })),
  }
}

/** A comma between cells, a line each. */
export function csv(...lines: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}
