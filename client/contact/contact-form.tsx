import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import './contact-form.css'
import type { ContactField } from './contact-message.ts'
import { ContactThanks } from './contact-thanks.tsx'
import { contactTexts } from './texts-contact.ts'
import { useContactForm } from './use-contact-form.ts'

export function ContactForm() {
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
