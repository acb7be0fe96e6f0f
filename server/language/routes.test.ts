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

test('choosing a language sets an HttpOnly cookie for a year', async () => {
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

test('an unsupported language is refused', async () => {
  const portal = await openPortal()
  const answer = await choose(createVisitor(portal.app), 'fr')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await refusal(answer)).toEqual({ status: 400, code: 'invalid_input' })
})

test('choosing a language while signed in changes the mails of that account only', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const other = await signIn(portal)
  expect(await languageOf(portal)).toBe('en')
  await choose(visitor, 'es')
  expect(await languageOf(portal)).toBe('es')
  await choose(createVisitor(portal.app), 'en')
  expect(await languageOf(portal)).toBe('es')
  const account = await visitor.get('/account', { 'accept-language': 'en' })
  expect(await account.json()).toMatchObject({ language: 'es' })
  expect(await languageOf(portal, other.email)).toBe('en')
})

test('a new account and its first mail use the language of the sign-up page', async () => {
  const portal = await openPortal()
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/sign-up/email', jane, spanish)
  expect(await languageOf(portal)).toBe('es')
  const [mail] = await mailsOf(portal, 'verification')
  expect(mail?.subject).toBe('Confirme su correo electrónico para Molar Dental')
  expect(mail?.html).toContain('<html lang="es">')
})

test('at a Spanish-language clinic, a user with no choice and no supported language gets mail in Spanish', async () => {
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

test('at a Spanish-language clinic, a user whose browser asks for English gets mail in English', async () => {
  const portal = await openPortal({ settings: { CLINIC_LANGUAGE: 'es' } })
  const asked = { 'accept-language': 'en-US' }
  await createVisitor(portal.app).post('/api/auth/sign-up/email', jane, asked)
  expect(await languageOf(portal)).toBe('en')
  expect((await mailsOf(portal, 'verification'))[0]?.html).toContain('<html lang="en">')
})

test('signing in where a language was chosen sets the account’s language for later mails', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  await choose(visitor, 'es')
  expect(await languageOf(portal)).toBe('en')
  await signInBy(visitor)
  expect(await languageOf(portal)).toBe('es')
})

test('the browser’s Accept-Language does not change a chosen language', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await choose(visitor, 'en')
  await signInBy(createVisitor(portal.app), spanish)
  expect(await languageOf(portal)).toBe('en')
})

test('a reset mail uses the requester’s language, and the mail about another sign-up uses the owner’s', async () => {
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

test('a new account from Google starts with the language of the browser', async () => {
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

test('a calendar download uses the language of its page', async () => {
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
