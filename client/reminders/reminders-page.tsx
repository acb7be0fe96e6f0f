import { issue } from '../../contract/issues.ts'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import {
  parsePhone,
  type ReminderSettings,
  reminderEndpoints,
  showPhone,
} from '../../contract/reminders/endpoints.ts'
import { reminderRefusalTexts } from '../../contract/reminders/refusals.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { SendConfirmation } from '../domain/confirmation/send-confirmation.tsx'
import type { Checked } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { durationText } from '../i18n/duration-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import './reminders-page.css'

const reminderTexts = defineTexts({
  en: {
    title: 'Reminders',
    what: 'Your reminder settings',
    when: (spans: string) => `We remind you ${spans} before each of your appointments begins.`,
    never: 'The clinic sends no reminders just now. What you choose here counts once it does.',
    always: 'You are always notified of a change, such as a rescheduled or cancelled appointment.',
    byMail: 'Remind me by e-mail',
    toAddress: (email: string) => `To ${email}`,
    bySms: 'Remind me by text message',
    smsHint:
      'Message and data rates may apply. Reply STOP to one of our texts and there are no more.',
    phone: 'Mobile number',
    save: 'Save',
    saved: 'Your reminder settings are saved',
    unproved:
      'Please confirm your e-mail address first, by the link in our mail to you. Then you choose here how we remind you.',
  },
  es: {
    title: 'Recordatorios',
    what: 'sus recordatorios',
    when: (spans) => `Le recordamos cada cita ${spans} antes de que comience.`,
    never: 'La clínica no envía recordatorios por ahora. Lo que elija aquí valdrá cuando lo haga.',
    always:
      'Siempre le escribimos cuando algo cambia, por ejemplo si una cita se reprograma o se cancela.',
    byMail: 'Recordarme por correo electrónico',
    toAddress: (email) => `A ${email}`,
    bySms: 'Recordarme por mensaje de texto',
    smsHint:
      'Su operador puede cobrar los mensajes. Responda STOP a uno de nuestros mensajes y no le enviaremos más.',
    phone: 'Número de celular',
    save: 'Guardar',
    saved: 'Sus recordatorios quedaron guardados',
    unproved:
      'Confirme primero su correo electrónico con el enlace que le enviamos por correo. Después podrá elegir aquí cómo le recordamos sus citas.',
  },
})

/** When and how the clinic reminds one of appointments. */
export function RemindersPage() {
  const { user } = useSession()
  const t = useTexts(reminderTexts)
  const email = user?.email ?? ''
  const { data, error, isLoading, reload } = useRead(read(reminderEndpoints.readReminders, {}), {
    fresh: true,
  })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      {!data ? (
        <RemindersSkeleton />
      ) : (
        <>
          <Rule leads={data.reminderMinutes} />
          {user?.emailVerified ? (
            <ReminderForm key={email} settings={data} email={email} />
          ) : (
            <>
              <Note>{t.unproved}</Note>
              <SendConfirmation />
            </>
          )}
        </>
      )}
    </StaffPage>
  )
}

function Rule({ leads }: { leads: readonly number[] }) {
  const language = useLanguage()
  const t = useTexts(reminderTexts)
  const spans = leads.map((minutes) => durationText(language, minutes))
  const list = new Intl.ListFormat(locales[language]).format(spans)
  return (
    <div className="reminder-rule">
      <p>{spans.length > 0 ? t.when(list) : t.never}</p>
      <p>{t.always}</p>
    </div>
  )
}

function RemindersSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div className="reminder-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton height="3em" />
      <Skeleton width="260px" height="48px" />
      <Skeleton width="120px" height="48px" />
    </div>
  )
}

type Draft = { byMail: boolean; bySms: boolean; phone: string }

const fields = ['phone'] as const
const fieldOf = { phone_missing: 'phone' } as const

type ReminderFormProps = { settings: ReminderSettings; email: string }

/** By mail, and by text message where the clinic sends them. */
function ReminderForm({ settings, email }: ReminderFormProps) {
  const language = useLanguage()
  const t = reminderTexts[language]
  const form = useForm({
    start: draftOf(settings),
    fields,
    fieldOf,
    check: (draft: Draft) => check(language, draft),
    send: (body: ReminderChange) => call(reminderEndpoints.changeReminders, { body }),
    touches: [reminderEndpoints.readReminders],
    saved: draftOf,
    onDone: () => toast.success(t.saved),
  })
  const { byMail, bySms, phone } = form.draft
  return (
    <form {...form.props} className="reminder-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <CheckboxField
        label={t.byMail}
        hint={t.toAddress(email)}
        name="byMail"
        checked={byMail}
        onChange={(next) => form.change({ byMail: next })}
      />
      {settings.offersSms && (
        <>
          <CheckboxField
            label={t.bySms}
            hint={t.smsHint}
            name="bySms"
            checked={bySms}
            onChange={(next) => form.change({ bySms: next })}
          />
          {(bySms || phone !== '') && (
            <Field
              {...form.field('phone')}
              label={t.phone}
              type="tel"
              autoComplete="tel"
              maxLength={40}
              error={form.problems.phone}
            />
          )}
        </>
      )}
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.save}
      </Button>
    </form>
  )
}

function draftOf({ byMail, bySms, phone }: ReminderSettings): Draft {
  return { byMail, bySms, phone: phone === null ? '' : showPhone(phone) }
}

type ReminderChange = { byMail: boolean; bySms: boolean; phone: string | null }

function check(
  language: Language,
  { byMail, bySms, phone }: Draft,
): Checked<ReminderChange, 'phone'> {
  const isEmpty = phone.trim() === ''
  if (isEmpty && bySms) {
    return { ok: false, problems: { phone: reminderRefusalTexts[language].phone_missing } }
  }
  if (!isEmpty && parsePhone(phone) === null) {
    return { ok: false, problems: { phone: issue('phone_invalid') } }
  }
  return { ok: true, values: { byMail, bySms, phone: isEmpty ? null : phone } }
}
