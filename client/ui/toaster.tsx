import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toaster.css'

/** Its own root, so that news survives whatever the page does next. */
function mount() {
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      closeOnClick={false}
      theme="clinic"
    />,
  )
}

mount()

export function show(kind: 'success' | 'error', text: string) {
  toast[kind](text, { role: kind === 'error' ? 'alert' : 'status' })
}
