import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import { issueCode, issueTexts } from '../../contract/issues.ts'
import { defineTexts, plural } from '../../contract/language.ts'
import { lazyPage } from '../app/feature-route.tsx'
import { ApiError, call } from '../data/api.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import brush from '../ui/art/brush.svg'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'

const sendTexts = defineTexts({
  en: {
    sent: 'Your message is on its way.',
    thanks: 'Thank you, your message has reached us.',
    answer: 'We answer to the address you gave, usually on the same day.',
    another: 'Write another message',
    kept: 'What you typed stays here.',
    inAMinute: 'in a minute',
    inMinutes: (count: number) => `in ${count} minutes`,
    inHours: (count: number) => `in ${count} hours`,
    tooMany: (when: string) => `That was a lot of mail at once. Please try again ${when}.`,
    leaveQuestion: 'Leave without sending?',
    leave: 'Leave without sending',
    stay: 'Keep writing',
    notSaved: 'Your message is not sent yet.',
  },
  es: {
    sent: 'Su mensaje va en camino.',
    thanks: 'Gracias, hemos recibido su mensaje.',
    answer: 'Le respondemos al correo que nos dio, casi siempre el mismo día.',
    another: 'Escribir otro mensaje',
    kept: 'Lo que escribió sigue aquí.',
    inAMinute: 'en un minuto',
    inMinutes: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'minuto', other: 'minutos' })}`,
    inHours: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'hora', other: 'horas' })}`,
    tooMany: (when: string) =>
      `Han sido muchos mensajes a la vez. Vuelva a intentarlo ${when}, por favor.`,
    leaveQuestion: '¿Salir sin enviar?',
    leave: 'Salir sin enviar',
    stay: 'Seguir escribiendo',
    notSaved: 'Su mensaje todavía no se ha enviado.',
  },
})

const contactFields = ['email', 'subject', 'message'] as const
export type ContactField = (typeof contactFields)[number]
type Problems = Partial<Record<ContactField, string>>

const endpoint = endpoints.sendContactMessage

function readDraft(form: HTMLFormElement): Record<ContactField, string> {
  const data = new FormData(form)
  const text = (field: ContactField) => String(data.get(field) ?? '')
  return { email: text('email'), subject: text('subject'), message: text('message') }
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

/** What is wrong with what was typed, in the words of the contract and the reader's language. */
export function findProblems(form: HTMLFormElement): Problems {
  const t = issueTexts[currentLanguage()]
  const issues = endpoint.body.safeParse(readDraft(form)).error?.issues ?? []
  return byField(
    issues.map(({ path, message }) => ({ path: path.join('.'), message: t[issueCode(message)] })),
  )
}

function focusFirst(form: HTMLFormElement, problems: Problems) {
  const first = contactFields.find((field) => problems[field])
  const control = first && form.elements.namedItem(first)
  if (control instanceof HTMLElement) control.focus()
}

function waitText(seconds = 60): string {
  const t = sendTexts[currentLanguage()]
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return t.inAMinute
  return minutes <= 90 ? t.inMinutes(minutes) : t.inHours(Math.ceil(minutes / 60))
}

/** How the form stands besides what is typed in it. */
export type Shown = {
  problems: Problems
  /** Why it was not sent. */
  failure?: string
  isSending?: boolean
  isSent?: boolean
}

/** Sends what is valid; else shows what is not, with the focus there. */
export async function sendContactMessage(form: HTMLFormElement, show: (shown: Shown) => void) {
  const t = sendTexts[currentLanguage()]
  const refuse = (shown: Shown) => {
    show(shown)
    focusFirst(form, shown.problems)
  }
  const problems = findProblems(form)
  if (Object.keys(problems).length > 0) return refuse({ problems })

  show({ problems, isSending: true })
  try {
    await call(endpoint, { body: readDraft(form) })
    toast.success(t.sent)
    show({ problems, isSent: true })
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    const { status, message, issues, retryAfterSeconds } = fault
    const why = status === 429 ? t.tooMany(waitText(retryAfterSeconds)) : message
    refuse({ problems: byField(issues ?? []), failure: `${why} ${t.kept}` })
  }
}

const UnsavedGuard = lazyPage(async () => {
  const file = await import('../forms/unsaved-guard.tsx').catch(() => undefined)
  return file?.UnsavedGuard ?? (() => null)
})

type GuardProps = { form: RefObject<HTMLFormElement | null>; isSending: boolean }

/** Asks before the message is left. An e-mail alone, which the browser may have filled in, is not one. */
export function ContactGuard({ form, isSending }: GuardProps) {
  const words = useTexts(sendTexts)
  const [isWritten, setIsWritten] = useState(false)
  useEffect(() => void UnsavedGuard.preload(), [])
  useEffect(() => {
    const { current: place } = form
    if (!place) return
    const look = () => {
      const { subject, message } = readDraft(place)
      setIsWritten(`${subject}${message}`.trim() !== '')
    }
    look()
    place.addEventListener('input', look)
    return () => place.removeEventListener('input', look)
  }, [form])
  if (!isWritten) return null
  return (
    <Suspense fallback={null}>
      <UnsavedGuard when={!isSending} words={words} />
    </Suspense>
  )
}

/** Stands where the form was, and takes the focus that the form had. */
export function ContactThanks({ onWriteAgain }: { onWriteAgain: () => void }) {
  const t = useTexts(sendTexts)
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
