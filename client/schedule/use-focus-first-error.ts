import { type RefObject, useEffect } from 'react'

/** Moves the focus to the first field of a form that something is newly wrong with. */
export function useFocusFirstError(
  form: RefObject<HTMLFormElement | null>,
  errors: Partial<Record<string, string>>,
) {
  const found = JSON.stringify(errors)
  useEffect(() => {
    if (found === '{}') return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, found])
}
