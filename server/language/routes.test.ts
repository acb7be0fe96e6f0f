import { expect, onTestFinished, test } from 'vitest'
import { startOpenIdProvider } from '../testing/peers/openid-provider.ts'
import { booked, openPortal, type Portal, refusal, signIn } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'
import { readLanguage } from './language.ts'

const { email, password } = jane
const origin = 'http://localhost:5000'
const spanish = { 'accept-language': 'es-US,es;q=0.9' }

const choose = (visitor: Visitor, language: string) => visitor.put('/language', { language })
const languageOf = ({ database, deps }: Portal, of = email) =>
  readLanguage(database.query, deps.config, of)
const signInBy = (visitor: Visitor, headers = {}) =>
  visitor.post('/api/auth/sign-in/email', { email, password }, headers)

async function mailsOf({ database }: Portal, kind: string) {
  const mails = database.query.selectFrom('outbox').selectAll().where('kind', '=', kind)
  return mails.orderBy('id').execute()
}

test('anyone who chooses a language gets a cookie for a year, out of reach of scripts', async () => {
  const portal = await openPortal()
  const answer = await choose(createVisitor(portal.app), 'es')
  expect(await answer.json()).toEqual({ language: 'es' })
  expect(answer.headers.getSetCookie()).toEqual([
    'language=es; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
  ])
  const behindHttps = await openPortal({ settings: { PUBLIC_URL: 'https://molar.example' } })
  const [cookie] = (await choose(createVisitor(behindHttps.app), 'es')).headers.getSetCookie()
  expect(cookie).toBe(
    '__Host-language=es; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('a language that there is not is refused', async () => {
  const portal = await openPortal()
  const answer = await choose(createVisitor(portal.app), 'fr')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await refusal(answer)).toEqual({ status: 400, code: 'invalid_input' })
})

test('the mails of who is signed in follow their choice, and nobody else’s do', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const other = await signIn(portal)
  expect(await languageOf(portal)).toBe('en')
  await choose(visitor, 'es')
  expect(await languageOf(portal)).toBe('es')
  await choose(createVisitor(portal.app), 'en')
  expect(await languageOf(portal)).toBe('es')
  expect(await languageOf(portal, other.email)).toBe('en')
})

test('an account begins with the language of the page it was made on, and its first mail too', async () => {
  const portal = await openPortal()
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/sign-up/email', jane, spanish)
  expect(await languageOf(portal)).toBe('es')
  const [mail] = await mailsOf(portal, 'verification')
  expect(mail?.subject).toBe('Confirme su correo electrónico para Molar Dental')
  expect(mail?.html).toContain('<html lang="es">')
})

test('at a clinic that speaks Spanish, who has chosen nothing and asks for no language of ours is written to in it', async () => {
  const portal = await openPortal({ settings: { CLINIC_LANGUAGE: 'es' } })
  expect(await languageOf(portal, 'nobody@x.example')).toBe('es')
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/sign-up/email', jane, { 'accept-language': 'fr' })
  expect((await mailsOf(portal, 'verification'))[0]?.html).toContain('<html lang="es">')
  expect(await languageOf(portal)).toBe('es')
  const message = { email: 'a@x.example', subject: 'Hours', message: 'When are you open?' }
  await visitor.post('/contact-messages', message)
  expect((await mailsOf(portal, 'contact'))[0]?.html).toContain('<html lang="es">')
})

test('at a clinic that speaks Spanish, who asks for English gets it', async () => {
  const portal = await openPortal({ settings: { CLINIC_LANGUAGE: 'es' } })
  const asked = { 'accept-language': 'en-US' }
  await createVisitor(portal.app).post('/api/auth/sign-up/email', jane, asked)
  expect(await languageOf(portal)).toBe('en')
  expect((await mailsOf(portal, 'verification'))[0]?.html).toContain('<html lang="en">')
})

test('who signs in where they chose a language is written to in that one from now on', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  await choose(visitor, 'es')
  expect(await languageOf(portal)).toBe('en')
  await signInBy(visitor)
  expect(await languageOf(portal)).toBe('es')
})

test('what a browser merely asks for changes no choice', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await choose(visitor, 'en')
  await signInBy(createVisitor(portal.app), spanish)
  expect(await languageOf(portal)).toBe('en')
})

test('the mail for a new password is in the language of who asks, that of a stranger’s sign-up in the owner’s', async () => {
  const portal = await openPortal()
  await choose(await signedUp(portal.app), 'es')
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/request-password-reset', { email })
  await visitor.post('/api/auth/sign-up/email', jane)
  expect((await mailsOf(portal, 'password-reset'))[0]?.subject).toBe(
    'Choose a new password for Molar Dental',
  )
  expect((await mailsOf(portal, 'sign-up-attempt'))[0]?.subject).toBe(
    'Usted ya tiene una cuenta con Molar Dental',
  )
})

test('somebody new from Google begins with the language of their browser', async () => {
  const provider = await startOpenIdProvider(`${origin}/api/auth/callback/google`)
  await provider.start()
  onTestFinished(() => provider.stop())
  const portal = await openPortal({ settings: provider.settings })
  const visitor = createVisitor(portal.app)
  const begin = { provider: 'google', callbackURL: '/appointment', errorCallbackURL: '/login' }
  const { url } = await (await visitor.post('/api/auth/sign-in/social', begin)).json()
  const person = { sub: 'g-1', email, email_verified: true, name: jane.name }
  const back = await provider.signIn(person, url)
  await visitor.get(back.slice(origin.length), spanish)
  expect(await languageOf(portal)).toBe('es')
})

test('an entry to download is in the language of the page it is downloaded from', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const { _id } = await booked(portal, { ...jane, token: await exchange(visitor) })
  const read = async (headers = {}) =>
    (await (await visitor.get(`/booking/${_id}/calendar.ics`, headers)).text()).replaceAll(
      '\r\n ',
      '',
    )
  expect(await read()).toContain('Jun 8\\, 2026\\, 8:00 AM - 8:30 AM')
  expect(await read(spanish)).toContain('8 jun 2026\\, 8:00')
})
