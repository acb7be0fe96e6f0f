type Kind = 'success' | 'error'

/** Fetches what shows a toast, so that one can be shown without a connection. */
export const loadToaster = () => import('./toaster.tsx')

async function show(kind: Kind, text: string) {
  const toaster = await loadToaster()
  toaster.show(kind, text)
}

/** Short news at the top right. The library behind it is loaded at the first one. */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
}
