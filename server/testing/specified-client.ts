import type { Hono } from 'hono'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { createVisitor } from './visitor.ts'

/** The table of the specification's section 7. */
export const specifiedCalls = [
  'PUT /users/{email}',
  'GET /available?date={date}',
  'POST /booking',
  'GET /booking?email={email}',
  'GET /booking/{id}',
  'PATCH /booking/{id}',
  'GET /admin/{email}',
  'GET /users',
  'PUT /users/admin/{email}',
  'GET /service',
  'POST /doctors',
  'GET /doctors',
  'DELETE /doctors/{email}',
  'POST /create-payment-intent',
] as const
type SpecifiedCall = (typeof specifiedCalls)[number]

/** Those that carry no bearer token. */
const withoutBearer: readonly SpecifiedCall[] = [
  'PUT /users/{email}',
  'GET /available?date={date}',
  'POST /booking',
  'GET /service',
]

/** Entities with the fields of section 3 and no other. */
const Service = z.object({
  _id: z.string(),
  name: z.string(),
  slots: z.array(z.string()),
  price: z.number(),
})
const Appointment = z.object({
  _id: z.string(),
  treatmentId: z.string(),
  treatment: z.string(),
  date: z.string(),
  slot: z.string(),
  price: z.number(),
  patient: z.string(),
  patientName: z.string(),
  phone: z.string(),
  paid: z.boolean(),
  transactionId: z.nullable(z.string()),
})
const Doctor = z.object({ name: z.string(), email: z.string(), specialty: z.string() })

export type SpecifiedClient = ReturnType<typeof createSpecifiedClient>

/**
 * A client that was written to the specification and knows nothing else: the fourteen calls of section
 * 7 with the fields they have there, made by the screens in their order.
 */
export function createSpecifiedClient(app: Hono, options: { sendsReferer: boolean }) {
  const browser = createBrowser(app, options)
  const { state, storage, made, toasts } = browser
  return {
    ...{ storage, made, toasts },
    page: () => state.page,
    ...sessionScreens(browser),
    ...patientScreens(browser),
    ...adminScreens(browser),
  }
}

type Browser = ReturnType<typeof createBrowser>

const origin = 'http://localhost:5000'

/** What such a client keeps: the page it is on, who is signed in, the token, the toasts. */
function createBrowser(app: Hono, { sendsReferer }: { sendsReferer: boolean }) {
  const visitor = createVisitor(app, origin)
  const storage = new Map<'accessToken', string>()
  const made = new Set<SpecifiedCall>()
  const toasts: string[] = []
  const state = { page: '/home', identity: { email: '', displayName: '' } }

  async function call(
    name: SpecifiedCall,
    values: Record<string, string> = {},
    body?: Record<string, unknown>,
  ): Promise<Response> {
    made.add(name)
    const [method = '', pattern = ''] = name.split(' ')
    const path = pattern.replace(/\{(\w+)\}/, (_, field) => encodeURIComponent(values[field] ?? ''))
    const bearer = withoutBearer.includes(name) ? undefined : storage.get('accessToken')
    const headers = {
      ...(sendsReferer && { referer: origin + state.page }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    }
    return visitor.call(method, path, { headers, body })
  }
  return { app, visitor, storage, made, toasts, state, call }
}

async function read<T>(schema: z.ZodMiniType<T>, response: Response): Promise<T> {
  expect(response.status).toBe(200)
  return schema.parse(await response.json())
}

/** The auth provider's part, and the exchange for a token. */
function sessionScreens({ visitor, storage, toasts, state, call }: Browser) {
  return {
    async signUp(person: { name: string; email: string; password: string }) {
      const response = await visitor.post('/api/auth/sign-up/email', person)
      expect(response.status).toBe(200)
      toasts.push('Sent Email Verification')
    },
    verify: (token: string) => visitor.put('/email-confirmation', { token }),

    async login(email: string, password: string) {
      state.page = '/login'
      const signedIn = await visitor.post('/api/auth/sign-in/email', { email, password })
      const Session = z.object({ user: z.object({ email: z.string(), name: z.string() }) })
      const { user } = await read(Session, signedIn)
      state.identity = { email: user.email, displayName: user.name }
      const exchanged = await call('PUT /users/{email}', { email }, { email })
      const { token } = await read(z.object({ token: z.string() }), exchanged)
      storage.set('accessToken', token)
      state.page = '/'
    },
  }
}

function patientScreens({ visitor, storage, toasts, state, call }: Browser) {
  async function signOut(): Promise<void> {
    await visitor.post('/api/auth/sign-out')
    storage.delete('accessToken')
    state.page = '/home'
  }

  return {
    /** The appointment screen: what is free, one press on Book, and what is free then. */
    async book({ date, treatment, slot }: { date: string; treatment: string; slot: string }) {
      state.page = '/appointment'
      const list = async () =>
        read(z.array(Service), await call('GET /available?date={date}', { date }))
      const service = (await list()).find(({ name }) => name === treatment)
      if (!service) throw new Error('Not among the services')
      const { email: patient, displayName: patientName } = state.identity
      const { _id: treatmentId, price } = service
      const input = { treatmentId, treatment, date, slot, price, patient, patientName, phone: '1' }
      const answer: unknown = await (await call('POST /booking', {}, input)).json()
      const { success } = z.object({ success: z.boolean() }).parse(answer)
      const said = success ? 'Appointment set on' : 'Already have an appointment on'
      toasts.push(`${said} ${date} at ${slot}`)
      return (await list()).find(({ _id }) => _id === treatmentId)?.slots ?? []
    },

    /** My Appointments, by default one's own; a 401 or 403 ends the session. */
    async dashboard(email = state.identity.email) {
      state.page = '/dashboard'
      const asked = await call('GET /admin/{email}', { email: state.identity.email })
      const { admin } = z.object({ admin: z.optional(z.boolean()) }).parse(await asked.json())
      const response = await call('GET /booking?email={email}', { email })
      if (response.status !== 401 && response.status !== 403) {
        return { admin, appointments: await read(z.array(Appointment), response) }
      }
      await signOut()
      return { admin, appointments: [] }
    },

    /** The payment screen as it opens; without a secret its Pay button stays disabled. */
    async openPayment(id: string) {
      state.page = `/dashboard/payment/${id}`
      const appointment = await read(Appointment, await call('GET /booking/{id}', { id }))
      const opened = await call('POST /create-payment-intent', {}, { price: appointment.price })
      const Opened = z.object({ clientSecret: z.optional(z.string()) })
      return { appointment, ...Opened.parse(await opened.json()) }
    },

    /** After the provider has confirmed the card. */
    async reportPayment(id: string, transactionId: string) {
      const body = { appointment: id, transactionId }
      expect((await call('PATCH /booking/{id}', { id }, body)).status).toBe(200)
      toasts.push(`Congrats! Your payment is done. ${transactionId}`)
    },
  }
}

function adminScreens({ app, storage, toasts, state, call }: Browser) {
  return {
    async users() {
      state.page = '/dashboard/users'
      const User = z.object({ email: z.string(), role: z.string() })
      return read(z.array(User), await call('GET /users'))
    },
    async makeAdmin(email: string) {
      const response = await call('PUT /users/admin/{email}', { email })
      if (response.status === 403) {
        toasts.push('Failed to make an admin')
        return
      }
      const { modifiedCount } = await read(z.object({ modifiedCount: z.number() }), response)
      if (modifiedCount > 0) toasts.push('Successfully made an admin')
    },

    /** Add a Doctor: the dropdown, the photo at the image host, the doctor. */
    async addDoctor(doctor: { name: string; email: string }, photo: Uint8Array<ArrayBuffer>) {
      state.page = '/dashboard/addDoctor'
      const [service] = await read(z.array(Service), await call('GET /service'))
      const form = new FormData()
      form.append('image', new File([photo], 'photo.png', { type: 'image/png' }))
      const headers = { authorization: `Bearer ${storage.get('accessToken')}` }
      const uploaded = await app.request(`${origin}/images`, {
        method: 'POST',
        headers,
        body: form,
      })
      const Uploaded = z.object({ success: z.boolean(), data: z.object({ url: z.string() }) })
      const { success, data } = await read(Uploaded, uploaded)
      if (!success) return
      const body = { ...doctor, specialty: service?.name, img: data.url }
      const answer: unknown = await (await call('POST /doctors', {}, body)).json()
      const { insertedId } = z.object({ insertedId: z.optional(z.string()) }).parse(answer)
      toasts.push(insertedId ? 'Doctor added successfully' : 'Failed to added doctor')
    },
    async doctors() {
      state.page = '/dashboard/manageDoctor'
      return read(z.array(Doctor), await call('GET /doctors'))
    },
    async deleteDoctor({ name, email }: { name: string; email: string }) {
      const response = await call('DELETE /doctors/{email}', { email })
      const { deletedCount } = await read(z.object({ deletedCount: z.number() }), response)
      if (deletedCount > 0) toasts.push(`Doctor ${name} deleted successfully`)
    },
  }
}
