import type { NoticeSettings } from '../../contract/reminders/endpoints.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { noticeTexts } from './texts.ts'
import { useNoticeForm } from './use-notice-form.ts'

type NoticeFormProps = { settings: NoticeSettings; email: string }

/** By mail, and by text message where the clinic sends them. */
export function NoticeForm({ settings, email }: NoticeFormProps) {
  const t = useTexts(noticeTexts)
  const form = useNoticeForm(settings)
  const { byMail, bySms, phone } = form.draft
  return (
    <form className="notice-form" ref={form.place} noValidate onSubmit={form.submit}>
      <UnsavedGuard when={form.isChanged && !form.busy} />
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
              label={t.phone}
              name="phone"
              type="tel"
              autoComplete="tel"
              maxLength={40}
              value={phone}
              error={form.problems.phone}
              onChange={({ target }) => form.change({ phone: target.value })}
            />
          )}
        </>
      )}
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.busy}>
        {t.save}
      </Button>
    </form>
  )
}
