import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { defineTexts, plural } from '../../contract/language.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import brush from '../ui/art/brush.svg'
import street from '../ui/art/street.svg'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field, TextAreaField } from '../ui/fields/field.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import './contact-section.css'

const contactTexts = defineTexts({
  en: {
    over: 'Contact Us',
    title: 'Stay connected with us',
    lead: 'A question about a treatment, a price, or what it will feel like? Write to us. A person from the practice answers, usually on the same day.',
    picture:
      'The clinic on a Brooklyn street, between a brownstone and a brick house, with the bridge behind them.',
    email: 'Email address',
    subject: 'Subject',
    message: 'Message',
    submit: 'Submit',
    sent: 'Your message is on its way.',
    thanks: 'Thank you, your message has reached us.',
    answer: 'We answer to the address you gave, usually on the same day.',
    another: 'Write another message',
    unreachable: 'We cannot reach the clinic just now. Please check your connection.',
    kept: 'What you typed stays here.',
    inAMinute: 'in a minute',
    inMinutes: (count: number) => `in ${count} minutes`,
    inHours: (count: number) => `in ${count} hours`,
    tooMany: (when: string) => `That was a lot of mail at once. Please try again ${when}.`,
  },
  es: {
    over: 'Contáctenos',
    title: 'Sigamos en contacto',
    lead: '¿Tiene una pregunta sobre un tratamiento, un precio o qué va a sentir? Escríbanos. Le responde una persona de la consulta, casi siempre el mismo día.',
    picture:
      'La clínica en una calle de Brooklyn, entre una casa de piedra rojiza y otra de ladrillo, con el puente al fondo.',
    email: 'Correo electrónico',
    subject: 'Asunto',
    message: 'Mensaje',
    submit: 'Enviar',
    sent: 'Su mensaje va en camino.',
    thanks: 'Gracias, hemos recibido su mensaje.',
    answer: 'Le respondemos al correo que nos dio, casi siempre el mismo día.',
    another: 'Escribir otro mensaje',
    unreachable: 'No podemos comunicarnos con la clínica en este momento. Revise su conexión.',
    kept: 'Lo que escribió sigue aquí.',
    inAMinute: 'en un minuto',
    inMinutes: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'minuto', other: 'minutos' })}`,
    inHours: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'hora', other: 'horas' })}`,
    tooMany: (when: string) =>
      `Han sido muchos mensajes a la vez. Vuelva a intentarlo ${when}, por favor.`,
  },
})

/** The form, beside the invitation to use it or beside what a page puts in its place. */
export function ContactSection({ children }: { children?: ReactNode }) {
  const t = useTexts(contactTexts)
  const heading = (
    <SectionHeading id="contact" over={t.over}>
      {t.title}
    </SectionHeading>
  )
  return (
    <section className="contact-section" aria-labelledby="contact">
      <div className="inner contact-section-row">
        <div className="contact-section-text">
          {children ?? (
            <>
              {heading}
              <p className="lead">{t.lead}</p>
            </>
          )}
        </div>
        <div className="contact-section-form">
          {children && heading}
          <ContactForm />
        </div>
        <img
          className="contact-section-picture"
          src={street}
          alt={t.picture}
          width={760}
          height={352}
          loading="lazy"
        />
      </div>
    </section>
  )
}

function ContactForm() {
  const t = useTexts(contactTexts)
  const { problems, state, failure, check, submit, writeAgain } = useContactForm()
  if (state === 'sent') return <ContactThanks onWriteAgain={writeAgain} />

  type Control = HTMLInputElement | HTMLTextAreaElement
  const field = (name: ContactField) => ({
    name,
    required: true,
    error: problems[name],
    onBlur: ({ target }: { target: Control }) => void check(name, target.form),
    onChange: ({ target }: { target: Control }) => {
      if (problems[name]) void check(name, target.form)
    },
  })

  // `dialog` sends nothing by itself: until the script is there, text must not land in an address.
  return (
    <form
      className="contact-form"
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <NeedsScript />
      <Field {...field('email')} label={t.email} type="email" autoComplete="email" />
      <Field {...field('subject')} label={t.subject} maxLength={200} />
      <TextAreaField {...field('message')} label={t.message} rows={6} maxLength={5000} />
      <ErrorLine>{failure}</ErrorLine>
      <Button type="submit" busy={state === 'sending'} className="contact-form-submit">
        {t.submit}
      </Button>
    </form>
  )
}

/** Stands where the form was, and takes the focus that the form had. */
function ContactThanks({ onWriteAgain }: { onWriteAgain: () => void }) {
  const t = useTexts(contactTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-form">
      <img src={brush} alt="" width={200} height={150} />
      <h3 ref={heading} tabIndex={-1}>
        {t.thanks}
      </h3>
      <p>{t.answer}</p>
      <Button variant="quiet" className="contact-form-submit" onClick={onWriteAgain}>
        {t.another}
      </Button>
    </div>
  )
}

function readDraft(form: HTMLFormElement): ContactDraft {
  const data = new FormData(form)
  const text = (field: ContactField) => String(data.get(field) ?? '')
  return { email: text('email'), subject: text('subject'), message: text('message') }
}

function focusFirst(form: HTMLFormElement, problems: Problems) {
  const first = contactFields.find((field) => problems[field])
  const control = first && form.elements.namedItem(first)
  if (control instanceof HTMLElement) control.focus()
}

/** The fields keep their own text: nothing typed before hydration or after a failure is lost. */
function useContactForm() {
  const [problems, setProblems] = useState<Problems>({})
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const [failure, setFailure] = useState('')
  const sending = useRef(false)

  async function check(field: ContactField, form: HTMLFormElement | null) {
    if (!form) return
    // The rules may not arrive; then sending says so.
    const found = await findProblems(readDraft(form)).catch((): Problems => ({}))
    setProblems((before) => ({ ...before, [field]: found[field] }))
  }

  async function send(form: HTMLFormElement) {
    const draft = readDraft(form)
    const found = await findProblems(draft).catch((): Problems => ({}))
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(form, found)

    setState('sending')
    const outcome = await sendContactMessage(draft)
    setState(outcome.sent ? 'sent' : 'writing')
    if (outcome.sent) return toast.success(contactTexts[currentLanguage()].sent)
    setFailure(outcome.why)
    setProblems(outcome.problems ?? {})
    focusFirst(form, outcome.problems ?? {})
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setFailure('')
    try {
      await send(event.currentTarget)
    } finally {
      sending.current = false
    }
  }

  return { problems, state, failure, check, submit, writeAgain: () => setState('writing') }
}

const contactFields = ['email', 'subject', 'message'] as const
type ContactField = (typeof contactFields)[number]
type ContactDraft = Record<ContactField, string>
type Problems = Partial<Record<ContactField, string>>

type Outcome = { sent: true } | { sent: false; why: string; problems?: Problems }

/** The contract's schemas and the client's call, loaded when the form is used, not with the page. */
async function loadContract() {
  const [{ call, ApiError }, { endpoints }, { issueCode, issueTexts }] = await Promise.all([
    import('../data/api.ts'),
    import('../../contract/endpoints.ts'),
    import('../../contract/issues.ts'),
  ])
  return { call, ApiError, endpoint: endpoints.sendContactMessage, issueCode, issueTexts }
}

type Issue = { path: string; message: string }

function byField(issues: readonly Issue[]): Problems {
  const problems: Problems = {}
  for (const field of contactFields) {
    const issue = issues.find(({ path }) => path.split('.').at(-1) === field)
    if (issue) problems[field] = issue.message
  }
  return problems
}

/** What is wrong with a draft, in the words of the contract and the reader's language. */
async function findProblems(draft: ContactDraft): Promise<Problems> {
  const { endpoint, issueCode, issueTexts } = await loadContract()
  const t = issueTexts[currentLanguage()]
  const issues = endpoint.body.safeParse(draft).error?.issues ?? []
  return byField(
    issues.map(({ path, message }) => ({ path: path.join('.'), message: t[issueCode(message)] })),
  )
}

function waitText(seconds = 60): string {
  const t = contactTexts[currentLanguage()]
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return t.inAMinute
  return minutes <= 90 ? t.inMinutes(minutes) : t.inHours(Math.ceil(minutes / 60))
}

async function sendContactMessage(draft: ContactDraft): Promise<Outcome> {
  const t = contactTexts[currentLanguage()]
  // The contract itself may be what does not arrive.
  const contract = await loadContract().catch(() => undefined)
  if (!contract) return { sent: false, why: `${t.unreachable} ${t.kept}` }
  const { call, ApiError, endpoint } = contract
  try {
    await call(endpoint, { body: draft })
    return { sent: true }
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    const { status, message, issues, retryAfterSeconds } = fault
    if (status === 429) {
      return { sent: false, why: `${t.tooMany(waitText(retryAfterSeconds))} ${t.kept}` }
    }
    return { sent: false, why: `${message} ${t.kept}`, problems: byField(issues ?? []) }
  }
}
