import type { Context } from 'hono'
import {
  importRefusals,
  largestImport,
  patientImportEndpoints,
} from '../../../contract/patients/import.ts'
import { withoutUnfit } from '../../../contract/text.ts'
import type { Deps } from '../../deps.ts'
import { type Failure, fail, issueAt, refuse } from '../../http/errors.ts'
import { createBodyLimit } from '../../http/read-input.ts'
import type { Serve } from '../../http/serve.ts'
import type { Caller } from '../../identity/caller.ts'
import { importPatients } from './import-patients.ts'

/** What the form has around its file, in bytes. */
const formRoom = 64 * 1024

/** Patients and appointments from a file; before that, what would become of each line. */
export function patientImportRoutes(serve: Serve, deps: Deps): void {
  serve(patientImportEndpoints.checkImport, async ({ query, http, caller, note }) => {
    const file = await readFile(http)
    if (!(file instanceof File)) return file
    note({ subject: nameOf(file) })
    const done = await importFile(deps, file, { ...query, caller, isTrial: true })
    return done.ok ? done.report : refuse(importRefusals, done.reason, 422)
  })
  serve(patientImportEndpoints.importPatients, async ({ query, http, caller, note }) => {
    const file = await readFile(http)
    if (!(file instanceof File)) return file
    note({ subject: nameOf(file) })
    const done = await importFile(deps, file, { ...query, caller, isTrial: false })
    if (!done.ok) return refuse(importRefusals, done.reason, 422)
    const { added, booked, refused } = done.report.counts
    note({ subject: nameOf(file), data: { added, booked, refused } })
    return done.report
  })
}

type Asked = Pick<Parameters<typeof importPatients>[2], 'isTrial'> & {
  caller: Caller
  dates?: Parameters<typeof importPatients>[2]['dates']
}

async function importFile(deps: Deps, file: File, { caller, dates, isTrial }: Asked) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { email, userId } = caller
  return importPatients(deps, bytes, { actor: { email, userId, isStaff: true }, dates, isTrial })
}

/** As most file systems bound it. */
const longestName = 255

/** What the audit calls a file, whose name no schema has read. */
function nameOf({ name }: File): string {
  return withoutUnfit(name).slice(0, longestName)
}

const limitBody = createBodyLimit(largestImport + formRoom)

async function readFile(http: Context): Promise<File | Failure> {
  if (!http.req.header('content-type')?.startsWith('multipart/form-data')) {
    return fail('unsupported_type', { message: 'Please send a form with the file.' })
  }
  const tooLarge = refuse(importRefusals, 'import_too_large', 413)
  if (await limitBody(http, async () => {})) return tooLarge
  const form = await http.req.formData().catch(() => null)
  const file = form?.get('file')
  if (!(file instanceof File)) {
    return fail('invalid_input', { issues: [issueAt('file', 'file_required')] })
  }
  return file.size > largestImport ? tooLarge : file
}
