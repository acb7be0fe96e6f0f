import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { failUnavailable } from '../http/errors.ts'
import type { Log } from '../http/log.ts'
import { type Clinic, hostOf } from './clinic.ts'
import type { Clinics } from './follow-register.ts'
import type { HeldClinics } from './hold-clinics.ts'
import type { Caretaker } from './look-after.ts'

type Parts = {
  clinics: Pick<Clinics, 'ofHost'>
  held: Pick<HeldClinics, 'use'>
  caretaker: Pick<Caretaker, 'begin'>
  log: Log
}

/** Passes each request to the clinic that its host names, and the others to `next`. */
export function answerForClinics({ clinics, held, caretaker, log }: Parts) {
  /** Returns what to do once the answer is sent, or the connection closed. */
  async function enter(clinic: Clinic, request: IncomingMessage) {
    const { open, release } = await held.use(clinic)
    try {
      const end = mayChange(request) ? await caretaker.begin(clinic.id) : () => {}
      const leave = () => {
        end()
        release()
      }
      return { open, leave }
    } catch (error) {
      release()
      throw error
    }
  }

  async function answer(clinic: Clinic, request: IncomingMessage, response: ServerResponse) {
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    try {
      const { open, leave } = await enter(clinic, request)
      void closed.then(leave)
      open.listener(request, response)
    } catch (err) {
      log.error({ err, clinic: clinic.name }, 'a clinic cannot answer')
      refuse(response)
    }
  }

  return (next: RequestListener): RequestListener =>
    (request, response) => {
      const clinic = clinics.ofHost(hostOf(request.headers.host) ?? '')
      if (clinic) void answer(clinic, request, response)
      else next(request, response)
    }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Links in mails and Google's callback are opened by GET, and sign in. */
function mayChange({ method = '', url = '' }: IncomingMessage): boolean {
  return !reading.has(method) || url.startsWith('/api/auth/')
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { status, body, retryAfterSeconds } = failUnavailable()
  const headers = { 'content-type': 'application/json', 'retry-after': String(retryAfterSeconds) }
  response.writeHead(status, headers).end(JSON.stringify(body))
}
