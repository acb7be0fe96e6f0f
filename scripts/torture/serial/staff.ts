import { openDatabase } from '../../../server/db/database.ts'
import { createPeople, type Person } from '../../fuzz/people.ts'
import type { Reply } from '../clinic.ts'
import type { Place, Scene } from '../scene.ts'
import type { Asked, Family, Play } from './play.ts'
import { type RoleCall, type Roles, roleRules } from './roles.ts'

/** Three admins who give and take each other's role, and accounts that are removed. */
async function enterAdmins({ servers }: Scene, place: Place): Promise<Person[]> {
  const database = await openDatabase(place)
  try {
    const { enter } = createPeople(servers[0]?.origin ?? '', database)
    return [await enter('admin'), await enter('admin'), await enter('admin')]
  } finally {
    await database.close()
  }
}

/** Makes all other admins patients, so that one of these is the last. */
async function demoteOthers(place: Place, admins: readonly Person[]): Promise<void> {
  const database = await openDatabase(place)
  try {
    await database.query
      .updateTable('users')
      .set({ role: 'patient' })
      .where('role', '=', 'admin')
      .where(
        'email',
        'not in',
        admins.map(({ email }) => email),
      )
      .execute()
  } finally {
    await database.close()
  }
}

const asked = (
  endpoint: 'makeAdmin' | 'removeAdmin' | 'changeRole' | 'removeUser' | 'readAdmin',
  by: Person,
  email: string,
): Asked => ({ endpoint, by, params: { email } })

const seeAdmin =
  (email: string) =>
  (reply: Reply, answer: string): RoleCall[] =>
    answer === 'ok' ? [{ kind: 'isAdmin', email, seen: reply.body.admin === true }] : []

async function act(
  play: Play<RoleCall>,
  { admins, targets }: { admins: readonly Person[]; targets: string[] },
): Promise<void> {
  const { dice } = play.scene
  const by = dice.pick(admins)
  const email = dice.chance(0.6) ? dice.pick(admins).email : dice.pick(targets)
  const kind = dice.pick(['read', 'make', 'make', 'give', 'demote', 'remove'] as const)
  if (kind === 'read') {
    await play.ask(asked('readAdmin', by, email), seeAdmin(email))
  } else if (kind === 'make') {
    await play.ask(asked('makeAdmin', by, email), (reply, answer) => [
      { kind: 'give', email, role: 'admin', answer, count: Number(reply.body.modifiedCount) },
    ])
  } else if (kind === 'demote') {
    await play.ask(asked('removeAdmin', by, email), (reply, answer) => [
      { kind: 'demote', email, answer, count: Number(reply.body.modifiedCount) },
    ])
  } else if (kind === 'give') {
    const role = dice.pick(['desk', 'admin', 'patient'])
    await play.ask({ ...asked('changeRole', by, email), body: { role } }, (_, answer) => [
      { kind: 'give', email, role, answer },
    ])
  } else {
    // The caller is never removed, or soon no caller would be left.
    const gone = dice.pick(targets)
    await play.ask(asked('removeUser', by, gone), (reply, answer) => [
      { kind: 'remove', email: gone, answer, count: Number(reply.body.deletedCount) },
    ])
  }
}

/** Admins who give each other roles, and take them. `alone`: there is no other admin in the clinic. */
export async function createRoles(
  scene: Scene,
  place: Place,
  alone: boolean,
): Promise<Family<RoleCall, Roles>> {
  const admins = await enterAdmins(scene, place)
  if (alone) await demoteOthers(place, admins)
  const targets = scene.clinic.accounts.slice(0, 60)
  const others = alone ? {} : { 'somebody else': 'admin' }
  const start = Object.fromEntries([
    ...admins.map(({ email }) => [email, 'admin']),
    ...targets.map((email) => [email, 'patient']),
  ])
  const left = targets.slice()
  return {
    ...{ name: 'roles', rules: roleRules, start: { ...start, ...others } },
    // A few at a time, so that they conflict.
    act: (play) => act(play, { admins, targets: left.slice(0, 3) }),
    readAll: async (play) => {
      for (const one of admins) {
        await play.ask(asked('readAdmin', one, one.email), seeAdmin(one.email))
      }
      // In a long run the last ones stay, removed or not.
      if (left.length > 4) left.splice(0, 2)
    },
  }
}
