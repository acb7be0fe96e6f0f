import { Hono } from 'hono'
import { createAvailability } from './appointments/availability.ts'
import { createChanges } from './appointments/live-updates.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { createNoteRefusal } from './audit/note-refusal.ts'
import { auditRoutes } from './audit/routes.ts'
import { createWriteEntry } from './audit/write-entry.ts'
import { backupRoutes } from './backups/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { clinicRoutes } from './clinic/routes.ts'
import { createClinicClock } from './clock.ts'
import { contactRoutes } from './contact/routes.ts'
import { createMoveWatch } from './copies/freeze.ts'
import { isMoving } from './db/unavailable.ts'
import type { Deps, Parts } from './deps.ts'
import { planChangeRoutes } from './doctors/plan-changes/routes.ts'
import { doctorRoutes } from './doctors/routes.ts'
import { emailLinkRoutes } from './email-links/routes.ts'
import { answerNotFound, answerUnknown } from './http/answer-unknown.ts'
import { createLimits } from './http/count-limits.ts'
import { cspReportRoute } from './http/csp-reports.ts'
import { Busy } from './http/errors.ts'
import { createMetrics } from './http/metrics.ts'
import { answerFault, observe, sayMoving } from './http/observe.ts'
import { operatorRoutes } from './http/operator-routes.ts'
import { pageRoutes } from './http/pages.ts'
import { createRepeats } from './http/repeat-answers.ts'
import { siteFileRoutes } from './http/send-site-files.ts'
import { createServe } from './http/serve.ts'
import { createAuth } from './identity/better-auth.ts'
import { formerHashLeft } from './identity/claim-queries.ts'
import { createCallerFinder } from './identity/find-caller.ts'
import { createSlowPasswords } from './identity/passwords/hash-passwords.ts'
import { createProofGate } from './identity/proof-gate.ts'
import { identityRoutes } from './identity/routes.ts'
import { createSessionCookies } from './identity/session-cookie.ts'
import { imageRoutes } from './images/routes.ts'
import { languageRoutes } from './language/routes.ts'
import { patientImportRoutes } from './patients/import/routes.ts'
import { familyRoutes, patientRoutes } from './patients/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { treatmentRoutes } from './treatments/routes.ts'
import { userRoutes } from './users/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

/** The whole app, in one list. */
export function createApp(parts: Parts) {
  const deps = assemble(parts)
  const app = new Hono()
  app.use(observe(deps.log, deps.metrics, deps.config))
  app.use(sayMoving(deps.moves))
  app.onError((error, http) => {
    if (error instanceof Busy) deps.limits.note(error.bound)
    if (isMoving(error)) deps.moves.note()
    return answerFault(error, http)
  })
  app.notFound(answerUnknown(app, answerNotFound))

  const serve = createServe(app, deps)
  appointmentRoutes(serve, deps)
  treatmentRoutes(serve, deps)
  clinicRoutes(serve, deps)
  identityRoutes(app, serve, deps)
  languageRoutes(serve, deps)
  contactRoutes(serve, deps)
  paymentRoutes(app, serve, deps)
  userRoutes(serve, deps)
  doctorRoutes(serve, deps)
  planChangeRoutes(serve, deps)
  imageRoutes(app, serve, deps)
  scheduleRoutes(serve, deps)
  reportRoutes(serve, deps)
  auditRoutes(serve, deps)
  backupRoutes(serve, deps)
  reviewRoutes(serve, deps)
  calendarRoutes(serve, deps)
  familyRoutes(serve, deps)
  patientRoutes(serve, deps)
  privacyRoutes(serve, deps)
  patientImportRoutes(serve, deps)
  reminderRoutes(serve, deps)
  emailLinkRoutes(serve, deps)
  waitlistRoutes(serve, deps)
  operatorRoutes(app, serve, deps)
  cspReportRoute(app, deps)
  if (parts.pages) {
    const takesStripe = parts.payments?.name === 'stripe'
    siteFileRoutes(app, deps, parts.pages.publicPaths)
    pageRoutes(app, parts.pages, { ...deps.config, ...deps, takesStripe })
  }
  return { app, deps }
}

function assemble(parts: Parts): Deps {
  const { config, database, clock } = parts
  const clinicTime = createClinicClock(clock, config.clinicTimeZone)
  const passwords = parts.passwords ?? createSlowPasswords(() => formerHashLeft(database.query))
  const availability = createAvailability(database, clinicTime)
  const cookies = createSessionCookies(config)
  const metrics = parts.metrics ?? createMetrics()
  const limits = createLimits({ ...parts, metrics })
  const moves = createMoveWatch(database)
  return {
    ...parts,
    clinicTime,
    metrics,
    availability,
    changes: createChanges({ ...parts, availability }),
    limits,
    audit: createWriteEntry(parts),
    noteRefusal: createNoteRefusal(parts),
    auth: createAuth({ ...parts, limits, passwords }),
    passwords,
    cookies,
    proofs: createProofGate(parts),
    moves,
    repeats: createRepeats({ config, limits, metrics, moves }),
    callers: createCallerFinder({ database, clock, cookies, sessions: config.sessions }),
  }
}
