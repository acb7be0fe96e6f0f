type Kind = 'success' | 'error'

async function show(kind: Kind, text: string) {
  const toaster = await import('./toaster.tsx')
  toaster.show(kind, text)
}

/** Short news at the top right. The library behind it is loaded at the first one. */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
}
