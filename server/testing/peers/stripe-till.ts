import { expect, onTestFinished } from 'vitest'
import { createApp } from '../../app.ts'
import { createStripePayments } from '../../payments/stripe/stripe.ts'
import { openScreen, secretOf } from '../paying.ts'
import { booked, openPortal, type Portal, signIn } from '../portal.ts'
import { type StripePeer, startStripePeer } from './stripe-peer.ts'

/** A portal that collects through a Stripe-shaped server, with a patient who has booked. */
export async function openStripeTill() {
  const peer = await startStripePeer()
  onTestFinished(async () => {
    await peer.stop()
    expect(peer.violations).toEqual([])
  })
  const now = new Date()
  const portal = await openPortal({ now, settings: peer.settings })
  const jane = await signIn(portal)
  const date = new Date(now.getTime() + 2 * 86_400_000)
  if (date.getUTCDay() === 0) date.setUTCDate(date.getUTCDate() + 1)
  const booking = await booked(portal, jane, { date: date.toISOString().slice(0, 10) })
  if (!portal.payments) throw new Error('The settings name Stripe')
  const parts = { ...portal.deps, payments: portal.payments }
  /** What the patient's browser does with Stripe, behind our back. */
  const chargeCard = async () => {
    const secret = await secretOf(await openScreen(portal, jane, booking))
    const [intentId = ''] = secret.split('_secret_')
    peer.ledger.confirm(intentId, peer.ledger.createCard('4242424242424242').id)
    return intentId
  }
  const deliver = (event: object | undefined, body?: string) => {
    const call = peer.sign(event ?? {})
    return portal.app.request('/webhooks/stripe', {
      method: 'POST',
      headers: call.headers,
      body: body ?? call.body,
    })
  }
  return { peer, portal, parts, jane, booking, chargeCard, deliver }
}

/** The same portal with the live keys of its account. */
export async function withLiveKeys(
  portal: Portal,
  { live: { publishableKey, secretKey } }: StripePeer,
) {
  const settings = portal.deps.config.payments
  if (settings.provider !== 'stripe') throw new Error('The settings name Stripe')
  const live = await createStripePayments({ ...settings, publishableKey, secretKey })
  return { live, before: { ...portal, app: createApp({ ...portal.deps, payments: live }).app } }
}
