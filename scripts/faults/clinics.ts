import type { Fault } from './fault.ts'

export const clinics: Fault[] = [
  {
    name: 'clinics: a connection finds the tables of the clinic that had it before',
    file: 'server/db/postgres.ts',
    find: 'schemas.get(client) === this.#schema) return',
    replace: 'schemas.has(client)) return',
    tests: { postgres: ['server/two-schemas.test.ts'] },
  },
  {
    name: 'clinics: functions of triggers find tables by the path of the connection',
    file: 'server/db/migrations/0048-search-paths.ts',
    find: 'await sql.raw(`alter function',
    replace: "if (name === '') await sql.raw(`alter function",
    tests: { postgres: ['server/two-schemas.test.ts'] },
  },
  {
    name: 'clinics: all sign with one secret',
    file: 'server/clinics/clinic-config.ts',
    find: 'return deriveKey(secret, ',
    replace: "return deriveKey(secret, '' && ",
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: their money goes by the keys of the portal',
    file: 'server/clinics/clinic-config.ts',
    find: 'PAYMENTS|STRIPE_\\w+|',
    replace: 'PAYMENTS|',
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: settings of one open for another',
    file: 'server/clinics/seal-settings.ts',
    find: '  decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-tagBytes))',
    replace:
      '  decipher.setAAD(Buffer.from(id.slice(0, 0))).setAuthTag(sealed.subarray(-tagBytes))',
    tests: { postgres: ['server/clinics/operate-clinics.test.ts'] },
  },
  {
    name: 'clinics: one is closed with a request in hand',
    file: 'server/clinics/hold-clinics.ts',
    find: '      if (one.users > 0) continue\n',
    replace: '',
    tests: { postgres: ['server/clinics/serve-clinics.test.ts'] },
  },
  {
    name: 'clinics: a change that comes while its clinic is looked after is lost',
    file: 'server/clinics/register.ts',
    find: "    .where('dueRevision', '=', dueRevision)\n",
    replace: '',
    tests: { postgres: ['server/clinics/register.test.ts'] },
  },
  {
    name: 'clinics: a change is noted after its answer alone',
    file: 'server/clinics/answer-requests.ts',
    find: 'mayChange(request) ? await caretaker',
    replace: 'mayChange(request) && request.aborted ? await caretaker',
    tests: { postgres: ['server/clinics/serve-clinics.test.ts'] },
  },
]
