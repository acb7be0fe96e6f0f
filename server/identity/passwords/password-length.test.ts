import { expect, test } from 'vitest'
import { openPortal, refusal } from '../../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../../testing/visitor.ts'

const short = { status: 400, code: 'password_short' }
const six = 'k7#mQz'

test('without the setting, patients may use six characters, as the specification requires', async () => {
  const portal = await openPortal()
  const visitor = createVisitor(portal.app)
  const answer = await visitor.post('/api/auth/sign-up/email', { ...jane, password: six })
  expect(answer.status).toBe(200)
})

test('with the setting, new passwords must have that length, and older ones still work', async () => {
  const portal = await openPortal()
  await signedUp(portal.app, { ...jane, password: six })
  const settings = { PATIENT_PASSWORD_LENGTH: '10' }
  const { app } = await openPortal({ settings, database: portal.database })
  const visitor = createVisitor(app)
  const joe = { ...jane, email: 'joe@patients.example', password: 'k7#mQz-21' }
  expect(await refusal(await visitor.post('/api/auth/sign-up/email', joe))).toEqual(short)
  const body = { email: jane.email, password: six }
  expect((await visitor.post('/api/auth/sign-in/email', body)).status).toBe(200)
  const change = (newPassword: string) =>
    visitor.put('/account/password', { password: six, newPassword })
  expect(await refusal(await change('k7#mQz-21'))).toEqual(short)
  expect((await change('k7#mQz-210')).status).toBe(200)
})
