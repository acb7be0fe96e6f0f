import { X } from 'lucide-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastContentProps,
  toast,
} from 'react-toastify/unstyled'
import { currentLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Icon } from '../icon.tsx'
import { uiTexts } from '../texts.ts'
import './toaster.css'

/** A separate React root: messages stay visible when the page changes or fails. */
const place = document.body.appendChild(document.createElement('div'))
// An open dialog makes the rest of the page inert: not the news, which is read out and can be closed.
place.dataset.reactAriaTopLayer = 'true'
const root = createRoot(place)

/** How long a message stays, in milliseconds. Restarts after each pause. */
const stays = 5000

/** Rendered again with each message, as the language may have changed since the last. */
function render() {
  const language = currentLanguage()
  root.render(
    <ToastContainer
      position="top-right"
      // Of use only for pauses: without it a pointer over a toast would not pause it.
      autoClose={stays}
      customProgressBar
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

type Kind = 'success' | 'error'

/** The library adds its own to an element that it is given. */
type MessageProps = { kind: Kind; text: string } & Partial<ToastContentProps>

/**
 * Has its own timer. The library closes a toast when its bar's animation ends, and Chromium occasionally ends
 * that immediately, before the message can be read. The bar here only shows the time.
 */
function Message({ kind, text, isPaused, closeToast }: MessageProps) {
  useEffect(() => {
    if (isPaused || !closeToast) return
    const timer = setTimeout(closeToast, stays)
    return () => clearTimeout(timer)
  }, [isPaused, closeToast])
  return (
    <>
      {text}
      <div className="Toastify__progress-bar--wrp" aria-hidden>
        <div className={`Toastify__progress-bar--bg Toastify__progress-bar--${kind}`} />
        <div
          className={`Toastify__progress-bar Toastify__progress-bar--${kind} ${isPaused ? '' : 'Toastify__progress-bar--animated'}`}
          style={{ animationDuration: `${stays}ms` }}
        />
      </div>
    </>
  )
}

export function show(kind: Kind, text: string) {
  render()
  toast[kind](<Message kind={kind} text={text} />, { role: kind === 'error' ? 'alert' : 'status' })
}

/** Removes all messages at once, also those that a pointer keeps. */
export function clear() {
  root.render(null)
}
