import { type FormEvent, useState } from 'react'
import { parsePhone, showPhone } from '../../contract/phone.ts'
import { type NoticeSettings, noticeEndpoints } from '../../contract/reminders/endpoints.ts'
import { noticeRefusalTexts } from '../../contract/reminders/refusals.ts'
import { ApiError, call } from '../data/api.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { noticeTexts } from './texts.ts'

type Draft = { byMail: boolean; bySms: boolean; phone: string }

const fields = ['phone'] as const

/** How one wants to be reminded, as it is being chosen. What was typed stays, whatever comes back. */
export function useNoticeForm(settings: NoticeSettings) {
  const language = useLanguage()
  const [saved, setSaved] = useState(() => draftOf(settings))
  const [draft, setDraft] = useState(saved)
  const [busy, setBusy] = useState(false)
  const { show, forget, refuse, ...shown } = useProblems(fields)

  async function save() {
    setBusy(true)
    try {
      const body = { ...draft, phone: draft.phone.trim() === '' ? null : draft.phone }
      const now = draftOf(await call(noticeEndpoints.changeNotices, { body }))
      setSaved(now)
      // What was changed while it was being saved stays.
      setDraft((typed) => (typed === draft ? now : typed))
      toast.success(noticeTexts[language].saved)
    } catch (fault) {
      const failure = { status: 0, code: 'internal', message: sharedTexts[language].unexpected }
      refuse(fault instanceof ApiError ? fault : new ApiError(failure), { phone_missing: 'phone' })
    }
    setBusy(false)
  }

  return {
    ...shown,
    draft,
    busy,
    isChanged: JSON.stringify(draft) !== JSON.stringify(saved),
    change(part: Partial<Draft>) {
      setDraft({ ...draft, ...part })
      forget()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (busy) return
      const wrong = whatIsWrong(draft)
      show(wrong ? { phone: noticeRefusalTexts[language][wrong] } : {})
      if (!wrong) void save()
    },
  }
}

function draftOf({ byMail, bySms, phone }: NoticeSettings): Draft {
  return { byMail, bySms, phone: phone === null ? '' : showPhone(phone) }
}

function whatIsWrong({ bySms, phone }: Draft): 'phone_missing' | 'phone_invalid' | null {
  if (phone.trim() === '') return bySms ? 'phone_missing' : null
  return parsePhone(phone) === null ? 'phone_invalid' : null
}
