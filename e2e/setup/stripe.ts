import type { BrowserContext } from '@playwright/test'

const html = (body: string) => ({ contentType: 'text/html', body })

/** Routes Stripe's addresses in a browser to a peer on loopback. */
export async function routeStripe(context: BrowserContext, peerUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill(
      route.request().url().includes('/field.html')
        ? html(fieldPage)
        : { contentType: 'text/javascript', body: stripeScript },
    ),
  )
  await context.route('https://hooks.stripe.com/**', (route) => route.fulfill(html(challengePage)))
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await fetch(`${peerUrl}${pathname}${search}`, {
      method: request.method(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: request.postData(),
    }).catch(() => null)
    if (!answer) return await route.abort('connectionreset')
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
      body: await answer.text(),
    })
  })
}

/**
 * The part of Stripe.js that the portal uses (docs.stripe.com/js), served in tests in place of
 * https://js.stripe.com: fields in frames of that origin, calls to https://api.stripe.com, a challenge in a
 * frame of https://hooks.stripe.com. Written from the documentation, without Stripe's code.
 */
type Listener = (event: object) => void
type Answer = Record<string, unknown> & { error?: { type: string; code?: string; message: string } }
type Billing = { name: string; email: string }
type Options = { style: { base: { color: string } } }
type Field = ReturnType<typeof createField>
type Localized = { locale?: string }

// These run in the page, as text: they only see each other, nothing else of this file.

async function askStripe(key: string, path: string, body: Record<string, string>): Promise<Answer> {
  try {
    const form = new URLSearchParams({ key, ...body })
    const answer = await fetch(`https://api.stripe.com${path}`, { method: 'POST', body: form })
    return await answer.json()
  } catch {
    return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } }
  }
}

/** A field in a frame; its input arrives here only by message. */
function createField(elementType: string, { style }: Options, locale: string) {
  const frame = document.createElement('iframe')
  const listeners = new Map<string, Set<Listener>>()
  const heard = (kind: string) => listeners.get(kind) ?? new Set<Listener>()
  const field = {
    value: '',
    on: (kind: string, listen: Listener) => void listeners.set(kind, heard(kind).add(listen)),
    off: (kind: string, listen: Listener) => void heard(kind).delete(listen),
    update() {},
    translate: (to: string) => frame.contentWindow?.postMessage({ locale: to }, '*'),
    destroy: () => frame.remove(),
    mount(place: HTMLElement) {
      frame.title = `Secure ${elementType} input frame`
      frame.style.cssText = 'width:100%;height:1.5em;border:0;display:block'
      const looks = new URLSearchParams({ elementType, color: style.base.color, locale })
      frame.src = `https://js.stripe.com/endive/field.html#${looks}`
      place.classList.add('StripeElement')
      place.append(frame)
    },
  }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    if (data.kind === 'change') field.value = data.value
    const isFocused = data.kind === 'focus'
    const place = frame.parentElement
    if (isFocused || data.kind === 'blur') {
      place?.classList.toggle('StripeElement--focus', isFocused)
    }
    for (const listen of heard(data.kind)) listen({ elementType, error: undefined })
  })
  return field
}

/** The bank's page, over ours, until it is answered. */
function askBank(): Promise<string> {
  const frame = document.createElement('iframe')
  frame.title = '3D Secure'
  frame.src = 'https://hooks.stripe.com/challenge.html'
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:99'
  document.body.append(frame)
  return new Promise((resolve) => {
    window.addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      resolve(String(data.outcome))
      frame.remove()
    })
  })
}

async function confirmByStripe(key: string, secret: string, method: string) {
  const path = `/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`
  const body = { client_secret: secret, payment_method: method }
  const { error, ...intent } = await askStripe(key, path, body)
  if (error) return { error }
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  const outcome = await askBank()
  const after = await askStripe(key, '/peer/challenge', { client_secret: secret, outcome })
  if (after.status === 'succeeded') return { paymentIntent: after }
  const code = 'payment_intent_authentication_failure'
  const message = 'We are unable to authenticate your payment method.'
  return { error: { type: 'invalid_request_error', code, message, payment_intent: after } }
}

function createStripe(key: string, { locale: first = 'auto' }: Localized = {}) {
  const fields = new Map<string, Field>()
  const read = (field: string) => fields.get(field)?.value ?? ''
  return {
    elements: ({ locale = first }: Localized = {}) => ({
      create(type: string, options: Options) {
        const field = createField(type, options, locale)
        fields.set(type, field)
        return field
      },
      getElement: (of: { __elementType: string }) => fields.get(of.__elementType) ?? null,
      update(options: Localized) {
        locale = options.locale ?? locale
        for (const field of fields.values()) field.translate(locale)
      },
    }),
    createToken() {},
    registerAppInfo() {},
    async createPaymentMethod(input: { type: string; billing_details: Billing }) {
      const { error, ...paymentMethod } = await askStripe(key, '/v1/payment_methods', {
        type: input.type,
        'billing_details[name]': input.billing_details.name,
        'billing_details[email]': input.billing_details.email,
        'card[number]': read('cardNumber'),
        'card[exp]': read('cardExpiry'),
        'card[cvc]': read('cardCvc'),
      })
      return error ? { error } : { paymentMethod }
    },
    confirmCardPayment: (secret: string, { payment_method }: { payment_method: string }) =>
      confirmByStripe(key, secret, payment_method),
  }
}

function installStripe(): void {
  Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
}

const parts = [askStripe, createField, askBank, confirmByStripe, createStripe, installStripe]
const stripeScript = `(() => { ${parts.join('\n')}; installStripe() })()`

/** One of the fields; unlike a real one it sends its input to the surrounding page. */
const fieldPage = `<!doctype html><html lang="en"><title>Card field</title>
<style>body{margin:0}input{width:100%;border:0;padding:0;font:16px sans-serif;background:none}</style>
<input autocomplete="off">
<script>
  const labels = {
    cardNumber: 'Credit or debit card number',
    cardExpiry: 'Credit or debit card expiration date',
    cardCvc: 'Credit or debit card CVC/CVV',
  }
  const looks = new URLSearchParams(location.hash.slice(1))
  const input = document.querySelector('input')
  const tell = (kind) => parent.postMessage({ kind, value: input.value }, '*')
  input.setAttribute('aria-label', labels[looks.get('elementType')])
  input.style.color = looks.get('color')
  const root = document.documentElement
  root.lang = looks.get('locale')
  onmessage = ({ data }) => (root.lang = data.locale)
  input.oninput = () => tell('change')
  input.onfocus = () => tell('focus')
  input.onblur = () => tell('blur')
  tell('ready')
</script>`

const challengePage = `<!doctype html><html lang="en"><title>3D Secure 2 Test Page</title>
<body style="background:white"><h1>3D Secure 2 Test Page</h1>
<button onclick="tell('pass')">Complete</button> <button onclick="tell('fail')">Fail</button>
<script>const tell = (outcome) => parent.postMessage({ outcome }, '*')</script>`
