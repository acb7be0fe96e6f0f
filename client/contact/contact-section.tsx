import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import street from '../ui/art/street.svg'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { Field, TextAreaField } from '../ui/fields/field.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import './contact-section.css'
import type { ContactField, Shown } from './send-message.tsx'

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
    unreachable:
      'We cannot reach the clinic just now. Please check your connection. What you typed stays here.',
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
    unreachable:
      'No podemos comunicarnos con la clínica en este momento. Revise su conexión. Lo que escribió sigue aquí.',
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
  const form = useRef<HTMLFormElement>(null)
  const { parts, shown, load, check, submit, writeAgain } = useContactForm()
  const { problems, failure, isSending = false, isSent } = shown
  if (parts && isSent) return <parts.ContactThanks onWriteAgain={writeAgain} />

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
      ref={form}
      onFocus={load}
      onSubmit={submit}
    >
      <NeedsScript />
      <Field {...field('email')} label={t.email} type="email" autoComplete="email" />
      <Field {...field('subject')} label={t.subject} maxLength={200} />
      <TextAreaField {...field('message')} label={t.message} rows={6} maxLength={5000} />
      <ErrorLine>{failure}</ErrorLine>
      <Button type="submit" busy={isSending} className="contact-form-submit">
        {t.submit}
      </Button>
      {parts && <parts.ContactGuard form={form} isSending={isSending} />}
    </form>
  )
}

type Parts = typeof import('./send-message.tsx')

/** The fields keep their own text: nothing typed before hydration or after a failure is lost. */
function useContactForm() {
  const [parts, setParts] = useState<Parts>()
  const [shown, show] = useState<Shown>({ problems: {} })
  const sending = useRef(false)

  /** What the form needs once it is used, not with the page; it may not arrive. */
  async function load() {
    const loaded = await import('./send-message.tsx').catch(() => undefined)
    setParts(loaded)
    return loaded
  }

  async function check(field: ContactField, form: HTMLFormElement | null) {
    if (!form) return
    // The rules may not arrive; then sending says so.
    const found = (await load())?.findProblems(form) ?? {}
    show((before) => ({ ...before, problems: { ...before.problems, [field]: found[field] } }))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    const { problems } = shown
    show({ problems })
    try {
      const loaded = await load()
      if (loaded) await loaded.sendContactMessage(form, show)
      else show({ problems, failure: contactTexts[currentLanguage()].unreachable })
    } finally {
      sending.current = false
    }
  }

  return { parts, shown, load, check, submit, writeAgain: () => show({ problems: {} }) }
}
