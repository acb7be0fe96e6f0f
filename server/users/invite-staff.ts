import { v7 as uuidv7 } from 'uuid'
import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { roleTexts } from '../../contract/role-texts.ts'
import type { Role } from '../../contract/roles.ts'
import type { StaffRole } from '../../contract/users/endpoints.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { isLinkSigned, signLink } from '../email-links/issue-link.ts'
import type { Caller } from '../identity/caller.ts'
import { refuseAddress } from '../identity/guard-call.ts'
import { type Refused, refuse } from '../identity/refusal.ts'
import { proveAddress } from '../identity/settle-claim.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { queueBoundedIn } from '../notifications/queue-mail.ts'
import { queueNewAdminMails } from './mails.ts'
import {
  endInvitations,
  findDoctor,
  findInvitation,
  type Invitation,
  insertInvitation,
  lockAdmins,
  readRole,
  takeInvitation,
  updateRole,
} from './queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** For how long a link works. */
const openMs = 7 * dayMs
/** To one address in an hour. */
const mostMails = 3
/** Of a UUID. */
const idLength = 36

type Asked = { email: string; role: StaffRole; by: string; language: Language }
type Invited = { ok: true; invitation: Invitation } | Refused | 'forbidden'

/**
 * Invites an address to a role. It has one invitation at a time: the one before ends, unless the address got
 * too many within an hour. `forbidden` if the one who invites is no admin by then.
 */
export async function inviteStaff(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  { email, role, by, language }: Asked,
): Promise<Invited> {
  const invalid = refuseAddress(email)
  if (invalid) return invalid
  const { database, clock, config } = deps
  const now = clock()
  const invited = await database.query.transaction().execute(async (query): Promise<Invited> => {
    if (role === 'doctor' && !(await findDoctor(query, email))) {
      return refuse('no_such_doctor')
    }
    // Two who invite one address at once: the second waits here, or is refused by the unique index.
    const admins = await lockAdmins(query, database.engine)
    // Whoever took that role away has ended the invitations of before.
    if (!admins.includes(by)) return 'forbidden'
    const invitation = {
      ...{ id: uuidv7(), email, role, invitedBy: by, createdAt: now.toISOString() },
      expiresAt: new Date(now.getTime() + openMs).toISOString(),
    }
    const known = await readLanguage(query, config, email)
    const sender = await readSender(query, known === config.clinicLanguage ? language : known)
    const url = config.publicUrl + paths.invitationWith(signInvitation(invitation, config))
    const mail = writeInvitationMail(sender, { recipient: email, role, url })
    const isQueued = await queueBoundedIn(query, database, mail, { most: mostMails, now })
    if (!isQueued) return refuse('too_many_invitations', hourMs / 1000)
    await endInvitations(query, { email, now: now.toISOString() })
    await insertInvitation(query, invitation)
    return { ok: true, invitation }
  })
  if (invited !== 'forbidden' && invited.ok) deps.outbox.wake()
  return invited
}

type Bound = Pick<Invitation, 'id' | 'email' | 'role' | 'expiresAt'>

/** Nothing of it is stored: it is signed with the address, the role and the end of its invitation. */
function signInvitation(invitation: Bound, { authSecret }: { authSecret: string }): string {
  return invitation.id + signLink(authSecret, partsOf(invitation))
}

function partsOf({ id, email, role, expiresAt }: Bound) {
  return ['staff invitation', id, email, role, expiresAt] as const
}

/** The invitation that a link is for, as long as it is open; `undefined` where we did not sign it so. */
export async function readInvitation(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  token: string,
): Promise<Invitation | undefined> {
  const id = token.slice(0, idLength)
  const invitation = await findInvitation(database.query, { id, now: clock().toISOString() })
  if (!invitation) return undefined
  return isLinkSigned(config, partsOf(invitation), token.slice(idLength)) ? invitation : undefined
}

type Refusal = 'invitation_over' | 'invitation_of_another' | 'no_such_doctor'
type Accepted = { ok: true; role: Role } | { ok: false; reason: Refusal }

/** Takes back what the transaction has done. */
class NotAccepted extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Gives the account of an invitation's address its role, once. Who has the link reads the mail of
 * that address, which proves it; an admin stays one.
 */
export async function acceptInvitation(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  caller: Caller,
  token: string,
): Promise<Accepted> {
  const { database, clock } = deps
  const invitation = await readInvitation(deps, token)
  if (!invitation) return { ok: false, reason: 'invitation_over' }
  const { id, email, role } = invitation
  if (caller.email !== email) return { ok: false, reason: 'invitation_of_another' }
  const now = clock()
  const accepted = await database.query
    .transaction()
    .execute(async (query): Promise<Accepted> => {
      const admins = await lockAdmins(query, database.engine)
      const taken = await takeInvitation(query, { id, now: now.toISOString() })
      if (!taken) throw new NotAccepted('invitation_over')
      const account = { userId: caller.userId, email }
      const isProved = await proveAddress(query, database.engine, account, now)
      if (!isProved) throw new NotAccepted('invitation_of_another')
      if ((await readRole(query, email)) === 'admin') return { ok: true, role: 'admin' }
      const outcome = await updateRole(query, { email, role }, now)
      if (outcome !== 'changed') throw new NotAccepted('no_such_doctor')
      if (role === 'admin')
        await queueNewAdminMails(query, { admins, email, config: deps.config }, now)
      return { ok: true, role }
    })
    .catch((error: unknown): Accepted => {
      if (!(error instanceof NotAccepted)) throw error
      return { ok: false, reason: error.reason }
    })
  if (accepted.ok && role === 'admin') deps.outbox.wake()
  return accepted
}

const texts = defineTexts({
  en: {
    subject: (clinic: string) => `You are invited to the team of ${clinic}`,
    lead: (clinic: string, role: string) =>
      `${clinic} invites you to work with its portal. Your role: ${role}.`,
    how: 'Follow the link, and sign up or sign in with this address. The link works once, for seven days.',
    action: 'Accept the invitation',
    closing: 'If you do not expect this, you need not do anything: nothing happens without you.',
  },
  es: {
    subject: (clinic) => `Le invitan al equipo de ${clinic}`,
    lead: (clinic, role) => `${clinic} le invita a trabajar con su portal. Su rol: ${role}.`,
    how: 'Abra el enlace y cree una cuenta o inicie sesión con esta dirección. El enlace sirve una vez, durante siete días.',
    action: 'Aceptar la invitación',
    closing: 'Si no lo esperaba, no tiene que hacer nada: sin usted no pasa nada.',
  },
})

/** Invites the recipient to join the staff. */
function writeInvitationMail(
  sender: Sender,
  { recipient, role, url }: { recipient: string; role: StaffRole; url: string },
): Mail {
  const { clinicName, language } = sender
  const t = texts[language]
  const subject = t.subject(clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.lead(clinicName, roleTexts[language][role]), t.how],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'staff-invitation', recipient, subject, ...parts }
}
