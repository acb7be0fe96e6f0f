import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

/** A number that a phone can call, or a dash where there is none. */
export function PhoneLink({ phone }: { phone: string }) {
  const { none } = useTexts(sharedTexts)
  if (phone === '') {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{none}</span>
      </>
    )
  }
  const number = phone.replaceAll(/[^\d+]/g, '')
  return number ? <a href={`tel:${number}`}>{phone}</a> : phone
}
