import type { Fault } from './fault.ts'

export const clinics: Fault[] = [
  {
    name: 'clinics: a connection uses the tables of the clinic that used it before',
    file: 'server/db/postgres.ts',
    find: 'schemas.get(client) === this.#schema) return',
    replace: 'schemas.has(client)) return',
    tests: { postgres: ['server/two-schemas.test.ts'] },
  },
  {
    name: 'clinics: trigger functions find tables by the connection’s search path',
    file: 'server/db/migrations/0048-search-paths.ts',
    find: 'await sql.raw(`alter function',
    replace: "if (name === '') await sql.raw(`alter function",
    tests: { postgres: ['server/two-schemas.test.ts'] },
  },
  {
    name: 'clinics: all clinics sign with the same secret',
    file: 'server/clinics/clinic-config.ts',
    find: 'return deriveKey(secret, ',
    replace: "return deriveKey(secret, '' && ",
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: a clinic’s payments use the portal’s Stripe keys',
    file: 'server/clinics/clinic-config.ts',
    find: 'PAYMENTS|STRIPE_\\w+|',
    replace: 'PAYMENTS|',
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: one clinic’s encrypted settings can be decrypted for another',
    file: 'server/clinics/seal-settings.ts',
    find: '  decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-tagBytes))',
    replace:
      '  decipher.setAAD(Buffer.from(id.slice(0, 0))).setAuthTag(sealed.subarray(-tagBytes))',
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: a clinic is closed while a request is in progress',
    file: 'server/clinics/hold-clinics.ts',
    find: '      if (one.users > 0) continue\n',
    replace: '',
    tests: { postgres: ['server/clinics/serve-clinics.test.ts'] },
  },
  {
    name: 'clinics: a change made while the clinic’s due work is running is lost',
    file: 'server/clinics/register.ts',
    find: "    .where('dueRevision', '=', dueRevision)\n",
    replace: '',
    tests: { postgres: ['server/clinics/register.test.ts'] },
  },
  {
    name: 'clinics: the check of another process ends the mark of a change in progress',
    file: 'server/clinics/register.ts',
    find: 'select min("value")',
    replace: 'select min("value") filter (where false)',
    tests: { postgres: ['server/clinics/register.test.ts'] },
  },
  {
    name: 'clinics: a change does not make its clinic due before it is answered',
    file: 'server/clinics/serve-clinics.ts',
    find: 'mayChange(request) ? await caretaker',
    replace: 'mayChange(request) && request.aborted ? await caretaker',
    tests: { postgres: ['server/clinics/serve-clinics.test.ts'] },
  },
]
