import { type FormEvent, useRef, useState } from 'react'
import { currentLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import {
  type ContactDraft,
  type ContactField,
  contactFields,
  findProblems,
  type Problems,
  sendContactMessage,
} from './contact-message.ts'
import { contactTexts } from './texts-contact.ts'

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
export function useContactForm() {
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
