import * as z from 'zod'
import { Account } from '../../../contract/identity/account.ts'
import { AccountData } from '../../../contract/identity/account-data.ts'
import { User } from '../../../contract/users/user.ts'
import type { Person } from '../../fuzz/people.ts'
import type { Place, Scene } from '../scene.ts'
import { bySession, enterPatients } from './accounts.ts'
import { type Act, type Desk, recordFamily, type Seen } from './record-acts.ts'

type Setting = { space: string; act: Act; look: Act; start: Seen['fields'] }

/** Name and phone, written by the holder in several browsers. */
function detailsOf(by: Person): Setting {
  const on = { space: 'details', id: 'details', revision: null }
  const look: Act = (desk) =>
    desk.read({ endpoint: 'readAccount', by }, on, ({ json }) => {
      const { name, phone } = Account.parse(json)
      return { revision: null, fields: { name, phone } }
    })
  const act: Act = ({ dice, change }) => {
    const number = dice.between(1000, 9999)
    const set = { name: `Sam ${dice.pick(['Ash', 'Birch', 'Cole'])}`, phone: `718 555 ${number}` }
    return change({ endpoint: 'changeAccount', by, body: set }, { ...on, set })
  }
  return { space: 'details', act, look, start: { name: by.name, phone: '' } }
}

/** The language of an account's mails, as in the account's data. */
function languageOf(by: Person): Setting {
  const on = { space: 'language', id: 'language', revision: null }
  const look: Act = (desk) =>
    desk.read({ endpoint: 'readData', by }, on, ({ json }) => {
      const { language } = AccountData.parse(json).account
      return { revision: null, fields: { language: language ?? '' } }
    })
  const act: Act = ({ dice, change }) => {
    const set = { language: dice.pick(['en', 'es']) }
    const asked = { endpoint: 'chooseLanguage', by: bySession(by), body: set } as const
    return change(asked, { ...on, set })
  }
  // As set by the first sign-in.
  return { space: 'language', act, look, start: { language: 'en' } }
}

/** Whether the policy's limits apply to an account, set by an admin. */
function limitsOf(staff: Person, { email }: Person): Setting {
  const on = { space: 'limits', id: 'limits', revision: null }
  const look: Act = (desk) => {
    const asked = {
      endpoint: 'listUsers',
      by: staff,
      query: { search: email, limit: '5' },
    } as const
    return desk.read(asked, on, ({ json }) => {
      const found = z
        .array(User)
        .parse(json)
        .find((one) => one.email === email)
      return found ? { revision: null, fields: { unbounded: String(found.unbounded) } } : null
    })
  }
  const act: Act = ({ dice, change }) => {
    const unbounded = dice.chance(0.5)
    const asked = {
      endpoint: 'changeLimits',
      by: staff,
      params: { email },
      body: { unbounded },
    } as const
    return change(asked, { ...on, set: { unbounded: String(unbounded) } })
  }
  return { space: 'limits', act, look, start: { unbounded: 'false' } }
}

/** Values where the last write wins: an account's name and phone, its language and its limits. */
export async function createDetails(scene: Scene, place: Place) {
  const [by = scene.clinic.staff] = await enterPatients(scene, place, 1)
  const settings = [detailsOf(by), languageOf(by), limitsOf(scene.clinic.staff, by)]
  const actOrLook =
    ({ act, look }: Setting): Act =>
    (desk: Desk) =>
      desk.dice.chance(0.4) ? act(desk) : look(desk)
  return recordFamily({
    name: 'details',
    spaces: Object.fromEntries(settings.map(({ space }) => [space, { gone: [] }])),
    start: Object.fromEntries(
      settings.map(({ space, start: fields }) => [
        `${space} ${space}`,
        { fields, revision: null, gone: false },
      ]),
    ),
    acts: settings.map(actOrLook),
    readAll: async (desk) => {
      for (const { look } of settings) await look(desk)
    },
  })
}
