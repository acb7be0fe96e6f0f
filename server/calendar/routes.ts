import type { Context } from 'hono'
import { calendarEndpoints, clinicFeedEndpoints } from '../../contract/calendar/endpoints.ts'
import { done } from '../../contract/done.ts'
import { failures } from '../../contract/errors.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { findOwn } from '../appointments/find-appointment.ts'
import { findImpossible } from '../appointments/find-impossible.ts'
import type { Act } from '../audit/write-entry.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Log } from '../http/log.ts'
import { streamChunks } from '../http/send-content.ts'
import type { Serve } from '../http/serve.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { chooseLanguage } from '../language/language.ts'
import { composeEntry, type Entered, readDesk } from './compose-entry.ts'
import { makeFeed, readFeed } from './feed.ts'
import { deleteFeed, findFeed } from './queries.ts'
import { writeCalendar } from './write-calendar.ts'
import { writeLinks } from './write-links.ts'

export function calendarRoutes(serve: Serve, deps: Deps): void {
  entryRoutes(serve, deps)
  ownerRoutes(serve, deps)
  feedRoute(serve, deps)
}

function entryRoutes(serve: Serve, { config, database, clock }: Deps): void {
  serve(calendarEndpoints.downloadEntry, async ({ params, caller, http }) => {
    const own = await findOwn(database.query, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    const appointment = await withImpossible(database.query, own.appointment)
    const desk = await readDesk(database.query, config)
    const head = { method: 'PUBLISH' as const, timeZone: desk.timeZone }
    const language = chooseLanguage(http.req.raw.headers, config.clinicLanguage)
    const text = writeCalendar(head, [composeEntry(desk, appointment, language)], clock())
    const disposition = `attachment; filename="appointment-${appointment.day}.ics"`
    const headers = { ...calendarHeaders, 'content-disposition': disposition }
    return new Response(text, { headers })
  })

  serve(calendarEndpoints.readCalendarLinks, async ({ params, caller, http }) => {
    const own = await findOwn(database.query, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    const appointment = await withImpossible(database.query, own.appointment)
    const desk = await readDesk(database.query, config)
    const language = chooseLanguage(http.req.raw.headers, config.clinicLanguage)
    return writeLinks(composeEntry(desk, appointment, language), desk.timeZone)
  })
}

async function withImpossible(query: Queries, appointment: Appointment): Promise<Entered> {
  const impossible = await findImpossible(query, [appointment])
  return { ...appointment, impossible: impossible.get(appointment.id) ?? null }
}

function ownerRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database
  const kinds = [
    [
      'own',
      calendarEndpoints.readOwnFeed,
      calendarEndpoints.makeOwnFeed,
      calendarEndpoints.revokeOwnFeed,
    ],
    [
      'clinic',
      clinicFeedEndpoints.readClinicFeed,
      clinicFeedEndpoints.makeClinicFeed,
      clinicFeedEndpoints.revokeClinicFeed,
    ],
  ] as const
  for (const [kind, read, make, revoke] of kinds) {
    serve(read, async ({ caller }) => ({
      madeAt: (await findFeed(query, caller.userId, kind))?.createdAt ?? null,
    }))
    serve(
      make,
      async ({ caller }) => (await makeFeed(deps, caller, kind)) ?? fail('unauthenticated'),
    )
    serve(revoke, async ({ caller }) => {
      await deleteFeed(query, caller.userId, kind)
      return done
    })
  }
}

/** The feed that calendar programs fetch: its address is the only credential. */
function feedRoute(serve: Serve, deps: Deps): void {
  const { limits } = deps
  serve(calendarEndpoints.readFeed, async ({ params, http }) => {
    const address = clientAddress(http, deps.config.trustProxy)
    const token = /^([\w-]{43})\.ics$/.exec(params.file)?.[1]
    const feed = token ? await readFeed(deps, token) : null
    if (!token || !feed) {
      return (await limits.take(['feed_misses'], limits.keysOf(http))) ?? fail('not_found')
    }
    const refusal = await limits.take(['feed_reads'], { feed: hashToken(token) })
    if (refusal) return refusal
    const answer = answerFeed(http, await feed.open(), deps.log)
    if (feed.kind === 'clinic' && answer.status === 200) await noteLook(deps, feed.email, address)
    return answer
  })
}

/** Records in the audit what staff see, also when their calendar program reads it. */
async function noteLook({ audit }: Deps, actor: string, address: string): Promise<void> {
  const look: Act = {
    actor,
    sessionId: actor,
    action: 'feed_read',
    subject: '',
    data: null,
    address,
    isLook: true,
  }
  const close = await audit(look)
  await close(200, {})
}

const calendarHeaders = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** Answers 304 when the calendar is up to date; the time of writing does not count as a change. */
function answerFeed(
  http: Context,
  { etag, write }: { etag: string; write(): AsyncIterable<string> },
  log: Log,
): Response {
  const headers = { ...calendarHeaders, etag }
  if (http.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(streamChunks(encode(write(), log)), { headers })
}

/** After the status is sent, an error can only break the answer off. */
async function* encode(pieces: AsyncIterable<string>, log: Log): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  try {
    for await (const piece of pieces) yield encoder.encode(piece)
  } catch (err) {
    log.error({ err }, 'calendar feed broke off')
    throw err
  }
}
