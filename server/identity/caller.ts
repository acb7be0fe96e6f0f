import type { Role } from '../../contract/roles.ts'

/** The person behind a call, as the database knew them at that instant. */
export type Caller = {
  userId: string
  sessionId: string
  /** Lower case. */
  email: string
  name: string
  role: Role
  /** Whether they have proved that the e-mail is theirs. */
  verified: boolean
  /** Whether they have to choose another password before the work of the clinic. */
  passwordDue: boolean
  /** When they last did something, and last proved who they are, in this session; '' for never. */
  activeAt: string
  provedAt: string
}

export type CallerFinder = {
  /** Whose bearer token this is; `null` when it is unknown, over, or its session has ended. */
  byToken(token: string): Promise<Caller | null>
  /** Whose session the `Cookie` header carries; `null` without one that is signed and alive. */
  bySession(cookieHeader: string): Promise<Caller | null>
  /** Whose sign-in by password waits for its second step, in a session that opens nothing yet. */
  awaitingFactor(cookieHeader: string): Promise<{ userId: string; sessionId: string } | null>
  /** The caller does something: the time after which an idle session of staff ends begins again. */
  noteActivity(caller: Caller): Promise<void>
}

/** better-auth as the rest of the app sees it: requests in, answers out. */
export type Auth = { handler(request: Request): Promise<Response> }
