import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { identityTexts } from './texts.ts'

/** Google's own mark: its guidelines want it in its colours, in either theme. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8c-.5 2.8-2 5.1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.9-12.3-9H4.4v5.7A22 22 0 0 0 24 46Z"
      />
      <path fill="#fbbc05" d="M11.7 28.2a13 13 0 0 1 0-8.4v-5.7H4.4a22 22 0 0 0 0 19.8l7.3-5.7Z" />
      <path
        fill="#ea4335"
        d="M24 10.8c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2 22 22 0 0 0 4.4 14.1l7.3 5.7c1.8-5.2 6.6-9 12.3-9Z"
      />
    </svg>
  )
}

export function GoogleButton({ onClick }: { onClick: () => void }) {
  const t = useTexts(identityTexts)
  return (
    <>
      <p className="identity-or">{t.or}</p>
      <Button variant="quiet" onClick={onClick}>
        <GoogleMark />
        {t.google}
      </Button>
    </>
  )
}
