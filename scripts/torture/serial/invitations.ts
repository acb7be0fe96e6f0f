import * as z from 'zod'
import { Invitation } from '../../../contract/users/endpoints.ts'
import type { Person } from '../../fuzz/people.ts'
import type { Place, Scene } from '../scene.ts'
import { atOnce, bySession, createMailbox, enterPatients, pickFrom } from './accounts.ts'
import { judge, keyOf, type Said, without } from './judge.ts'
import type { Rules } from './order.ts'
import type { Asked, Family, Play } from './play.ts'

type Asking = { email: string; role: string }

/** The role of each address that may be invited, and the open invitations, by id. */
export type Team = {
  roles: Readonly<Record<string, string>>
  open: Readonly<Record<string, Asking>>
}

export type TeamCall =
  /** It replaces the address's former one; `id` is empty for a refusal. */
  | ({ kind: 'invite'; id: string } & Asking & Said)
  | ({ kind: 'withdraw'; id: string } & Said)
  /** `role` is the one in the answer. */
  | ({ kind: 'accept'; id: string; by: string; role: string } & Said)
  /** `null` where its link is no longer valid. */
  | { kind: 'read'; id: string; seen: Asking | null }
  | { kind: 'list'; seen: Readonly<Record<string, Asking>> }
  | ({ kind: 'give' } & Asking & Said)
  | { kind: 'role'; email: string; seen: string }

const known = ['not_found', 'invitation_over', 'invitation_of_another']

/** The sequential rules of invitations: accepted once, by their address, and not after they have ended. */
export const teamRules: Rules<TeamCall, Team> = {
  keyOf,
  step(team, call) {
    const { roles, open } = team
    switch (call.kind) {
      case 'invite': {
        const { id, email, role } = call
        const others = Object.entries(open).filter(([, one]) => one.email !== email)
        const after = { roles, open: { ...Object.fromEntries(others), [id]: { email, role } } }
        return judge(team, call, { reasons: [], known, after })
      }
      case 'withdraw': {
        const reasons = open[call.id] ? [] : ['not_found']
        return judge(team, call, { reasons, known, after: { roles, open: without(open, call.id) } })
      }
      case 'accept':
        return accept(team, call)
      case 'read':
        return keyOf(open[call.id] ?? null) === keyOf(call.seen) ? [team] : []
      case 'list':
        return keyOf(open) === keyOf(call.seen) ? [team] : []
      case 'give': {
        const { email, role } = call
        // A different role ends the open invitations of the address.
        const left = Object.entries(open).filter(([, one]) => one.email !== email)
        const after =
          roles[email] === role
            ? // A state of its own: it changes nothing here, but would elsewhere in the order.
              { ...team }
            : { open: Object.fromEntries(left), roles: { ...roles, [email]: role } }
        return judge(team, call, { reasons: [], known, after })
      }
      default:
        return roles[call.email] === call.seen ? [team] : []
    }
  },
}

function accept(team: Team, call: Extract<TeamCall, { kind: 'accept' }>): Team[] {
  const { roles, open } = team
  const { id, by } = call
  const one = open[id]
  const reasons = one
    ? [...(one.email === by ? [] : ['invitation_of_another'])]
    : ['invitation_over']
  // An admin stays an admin.
  const role = roles[by] === 'admin' ? 'admin' : (one?.role ?? '')
  if (call.answer === 'ok' && call.role !== role) return []
  const after = { roles: { ...roles, [by]: role }, open: without(open, id) }
  return judge(team, call, { reasons, known, after })
}

/** Addresses invited in a burst. Each address gets at most three invitations an hour. */
const inviteeCount = 4

type Cast = {
  invitees: Person[]
  /** From received mails, by the id of the invitation. */
  tokens: Map<string, { token: string; to: string }>
  /** Ids of invitations from answers. */
  ids: string[]
}

const Open = z.array(Invitation)
const Read = z.object({ email: z.string(), role: z.string() }).nullable()
const asking = ({ email, role }: Asking): Asking => ({ email, role })

async function act(play: Play<TeamCall>, cast: Cast, readMails: () => Promise<void>) {
  const { dice, clinic } = play.scene
  const { staff: by } = clinic
  await readMails()
  const kind = dice.pick([
    ...(['invite', 'invite', 'accept', 'accept', 'accept', 'accept'] as const),
    ...(['withdraw', 'read', 'list', 'give', 'role', 'role'] as const),
  ])
  const { email } = dice.pick(cast.invitees)
  if (kind === 'invite') return invite(play, cast, email)
  if (kind === 'list') return list(play)
  if (kind === 'role') return readRole(play, dice.pick(cast.invitees))
  if (kind === 'give') {
    const role = dice.pick(['patient', 'desk'])
    const asked: Asked = { endpoint: 'changeRole', by, params: { email }, body: { role } }
    return play.ask(asked, (_, answer) => [{ kind, email, role, answer }])
  }
  if (kind === 'withdraw') {
    const id = pickFrom(dice, cast.ids.slice(-4))
    if (!id) return
    const asked: Asked = { endpoint: 'withdrawInvitation', by, params: { id } }
    return play.ask(asked, (_, answer) => [{ kind, id, answer }])
  }
  const [id, mailed] = pickFrom(dice, [...cast.tokens].slice(-5)) ?? []
  if (!id || !mailed) return list(play)
  if (kind === 'read') return read(play, { id, token: mailed.token })
  const own = cast.invitees.find((one) => one.email === mailed.to)
  const person = own && dice.chance(0.9) ? own : dice.pick(cast.invitees)
  return atOnce(dice, () => press(play, { id, token: mailed.token, person }))
}

function invite(play: Play<TeamCall>, cast: Cast, email: string): Promise<void> {
  const { dice, clinic } = play.scene
  const role = dice.pick(['desk', 'desk', 'admin'])
  const asked: Asked = { endpoint: 'inviteStaff', by: clinic.staff, body: { email, role } }
  return play.ask(asked, (reply, answer) => {
    const id = answer === 'ok' ? String(reply.body._id) : ''
    if (id) cast.ids.push(id)
    return [{ kind: 'invite', id, email, role, answer }]
  })
}

function press(
  play: Play<TeamCall>,
  { id, token, person }: { id: string; token: string; person: Person },
): Promise<void> {
  const by = bySession(person)
  return play.ask({ endpoint: 'acceptInvitation', by, body: { token } }, (reply, answer) => [
    { kind: 'accept', id, by: by.email, role: String(reply.body.role ?? ''), answer },
  ])
}

const read = (play: Play<TeamCall>, { id, token }: { id: string; token: string }): Promise<void> =>
  play.ask({ endpoint: 'readInvitation', by: null, body: { token } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const seen = Read.parse(reply.json)
    return [{ kind: 'read', id, seen }]
  })

const list = (play: Play<TeamCall>): Promise<void> =>
  play.ask({ endpoint: 'listInvitations', by: play.scene.clinic.staff }, (reply, answer) => {
    if (answer !== 'ok') return []
    const found = Open.parse(reply.json).map((one) => [one._id, asking(one)])
    return [{ kind: 'list', seen: Object.fromEntries(found) }]
  })

const readRole = (play: Play<TeamCall>, by: Person): Promise<void> =>
  play.ask({ endpoint: 'readOwnRole', by }, (reply, answer) =>
    answer === 'ok' ? [{ kind: 'role', email: by.email, seen: String(reply.body.role) }] : [],
  )

const rolesOf = (people: readonly Person[]) =>
  Object.fromEntries(people.map(({ email }) => [email, 'patient']))

/** Invitations that an admin sends and withdraws, while their links are followed, some of them twice. */
export async function createInvitations(
  scene: Scene,
  place: Place,
): Promise<Family<TeamCall, Team>> {
  const mailbox = createMailbox(place, ['staff-invitation'])
  const cast: Cast = {
    ...{ tokens: new Map(), ids: [] },
    invitees: await enterPatients(scene, place, inviteeCount),
  }
  const readMails = async () => {
    for (const { token, to } of await mailbox()) {
      cast.tokens.set(token.slice(0, idLength), { token, to })
    }
  }
  return {
    ...{ name: 'invitations', rules: teamRules },
    start: { roles: rolesOf(cast.invitees), open: {} },
    act: (play) => act(play, cast, readMails),
    async readAll(play) {
      for (const one of cast.invitees) await readRole(play, one)
      await list(play)
      cast.invitees = await enterPatients(scene, place, inviteeCount)
      cast.tokens.clear()
    },
    // Those of the last burst stay open, and may be withdrawn.
    keep: ({ open }) => ({ open, roles: rolesOf(cast.invitees) }),
  }
}

/** A token begins with the id of its invitation, a UUID. */
const idLength = 36
