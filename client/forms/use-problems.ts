import { useRef, useState } from 'react'
import type { ApiError } from '../data/api-error.ts'

/**
 * What is wrong with a form: field by field, or as a whole. `fields` are the names of its controls
 * in their order on the screen; something without a name says `data-field`.
 */
export function useProblems<Field extends string, Place extends HTMLElement = HTMLFormElement>(
  fields: readonly Field[],
) {
  type Problems = Partial<Record<Field, string>>
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const place = useRef<Place>(null)

  /** Shows problems at their fields, and moves the focus to the first. */
  function show(found: Problems) {
    setProblems(found)
    setFailure('')
    const first = fields.find((field) => found[field])
    place.current?.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"]`)?.focus()
  }

  return {
    problems,
    /** For the line under the form. */
    failure,
    /** Goes around the fields. */
    place,
    show,
    /** Something was changed: what was wrong with it may be right now. */
    forget(changed: readonly string[] = fields) {
      setFailure('')
      setProblems((before) => {
        const rest = Object.entries(before).filter(([field]) => !changed.includes(field))
        return Object.fromEntries(rest) as Problems
      })
    },
    /** Shows why the server did not do it. `fieldOf`: codes that belong to one field. */
    refuse({ code, message, issues = [] }: ApiError, fieldOf: Record<string, Field> = {}) {
      const found: Problems = {}
      for (const issue of issues) {
        const field = fields.find((name) => issue.path.split('.').includes(name))
        if (field) found[field] ??= issue.message
      }
      const field = fieldOf[code]
      if (field) found[field] = message
      show(found)
      if (Object.keys(found).length === 0) setFailure(message)
    },
  }
}
