import { X } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { type CloseButtonProps, ToastContainer, toast } from 'react-toastify/unstyled'
import { currentLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Icon } from '../icon.tsx'
import { uiTexts } from '../texts.ts'
import './toaster.css'

/** Its own root, so that news survives whatever the page does next. */
const place = document.body.appendChild(document.createElement('div'))
// An open dialog makes the rest of the page inert: not the news, which is read out and can be closed.
place.dataset.reactAriaTopLayer = 'true'
const root = createRoot(place)

/** Rendered again with each message, as the language may have changed since the last. */
function render() {
  const language = currentLanguage()
  root.render(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      closeOnClick={false}
      closeButton={Close}
      theme="clinic"
      aria-label={uiTexts[language].news}
    />,
  )
}

function Close({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="Toastify__close-button"
      aria-label={sharedTexts[currentLanguage()].close}
      onClick={() => closeToast(true)}
    >
      <Icon of={X} />
    </button>
  )
}

export function show(kind: 'success' | 'error', text: string) {
  render()
  toast[kind](text, { role: kind === 'error' ? 'alert' : 'status' })
}
