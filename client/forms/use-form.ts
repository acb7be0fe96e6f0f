import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { issueText } from '../../contract/issues.ts'
import type { Refusal } from '../data/api.ts'
import { noteUnsaved } from '../data/unsaved.ts'
import { type Action, useAction } from '../data/use-action.ts'
import { useLanguage } from '../i18n/language.tsx'
import {
  type Checked,
  firstOf,
  isSame,
  type Problems,
  problemsOf,
  refusedFields,
} from './problems.ts'
import { type Rebased, rebase } from './rebase.ts'

type FormOptions<Draft, Values, Done, Field extends string> = Action<Values, Done> & {
  /** What is shown at first. */
  start: Draft
  /** The names of the controls in their order on the screen; one without a name says `data-field`. */
  fields: readonly Field[]
  /** Reads the draft: `bySchema(Schema, fields)`, or a function of one's own. */
  check: (draft: Draft) => Checked<Values, Field>
  /** Codes of refusals that belong to one field. */
  fieldOf?: Readonly<Record<string, Field>>
  /** The line under the form where no field is to blame; else the refusal's own message. */
  explain?: (refusal: Refusal) => string
  /** What the form shows after saving; by default the values sent. Input typed during the request stays. */
  saved?: (done: Done) => Draft
  /** For inputs that keep their own values, as on prerendered pages: reads them. */
  typed?: (form: HTMLFormElement) => Partial<Draft>
}

/**
 * A form that is being filled in. It is checked on submit. After that, the problems shown follow the input,
 * and no other field is reported before the next submit. No input is lost, whatever the server answers.
 */
export function useForm<Draft extends object, Values, Done, Field extends string>(
  options: FormOptions<Draft, Values, Done, Field>,
) {
  const { start, fields, check, fieldOf, saved, typed } = options
  const { draft, base, isChanged, latest, put, setBase } = useDraft(start)
  const [shown, setShown] = useState<readonly Field[]>([])
  const [refused, setRefused] = useState<Problems<Field>>({})
  const { place, focus, empty } = usePlace()
  const sent = useRef(draft)
  const focusFirst = (problems: Problems<Field>) => focus(firstOf(problems, fields))

  const { pending, refusal, run, forget } = useAction<Values, Done>({
    ...options,
    onDone(done, values) {
      const now = saved ? saved(done) : sent.current
      setBase(now)
      if (latest.current === sent.current) put(now)
      return options.onDone?.(done, values)
    },
    onRefused(why, values) {
      refuse(refusedFields(why, fields, fieldOf))
      return options.onRefused?.(why, values)
    },
  })

  function edit(next: Draft, changed: readonly string[]) {
    put(next)
    setRefused((before) => without(before, fields, changed))
    forget()
  }

  const change = (part: Partial<Draft>) => edit({ ...latest.current, ...part }, Object.keys(part))

  /** Sends what is valid, and answers what was done; else shows what is not, with the focus there. */
  async function submit(): Promise<Done | undefined> {
    if (pending) return undefined
    const checked = check(latest.current)
    const problems = problemsOf(checked)
    setShown(fields.filter((field) => problems[field] !== undefined))
    edit(latest.current, fields)
    sent.current = latest.current
    focusFirst(problems)
    return checked.ok ? await run(checked.values) : undefined
  }

  /** As at first, or as `next` says; what was wrong is forgotten. */
  function reset(next: Draft = start) {
    edit(next, fields)
    setBase(next)
    setShown([])
    if (typed) empty()
  }

  /** Reapplies the unsaved input to a version that was saved elsewhere. */
  function rebaseOn(theirs: Draft): Rebased<Draft> {
    const next = rebase(base, theirs, latest.current)
    edit(next.draft, next.taken.map(String))
    setBase(theirs)
    return next
  }

  /** Shows what something other than sending found wrong, with the focus there. */
  function refuse(problems: Problems<Field>) {
    setRefused(problems)
    focusFirst(problems)
  }

  return {
    draft,
    change,
    ...useShownProblems({ draft, shown, refused, refusal }, options),
    pending,
    /** For an UnsavedGuard. */
    isChanged,
    submit,
    reset,
    /** For a ChangedMeanwhile. */
    rebase: rebaseOn,
    refuse,
    focus,
    /** For what stands for the `<form>` inside another one. */
    place,
    /** For the `<form>`. */
    props: formProps({ place, pending, submit, read: typed && ((form) => change(typed(form))) }),
    /** For a Field or a SelectField of a text in the draft. */
    field: <Name extends TextOf<Draft> & Field>(name: Name) => ({
      name,
      value: draft[name],
      onChange: ({ target }: { target: { value: string } }) =>
        edit({ ...latest.current, [name]: target.value }, [name]),
    }),
  }
}

type FormParts = {
  place: (form: HTMLFormElement | null) => void
  pending: boolean
  submit: () => Promise<unknown>
  read: ((form: HTMLFormElement) => void) | undefined
}

function formProps({ place, pending, submit, read }: FormParts) {
  return {
    ref: place,
    'aria-busy': pending,
    // Were it ever sent without scripts, a password must not end up in an address.
    method: 'post',
    noValidate: true,
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => read?.(currentTarget),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      // Also what was filled in before the scripts were here.
      read?.(event.currentTarget)
      void submit()
    },
  } as const
}

type TextOf<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never
}[keyof Draft]

function useDraft<Draft extends object>(start: Draft) {
  const [draft, setDraft] = useState(start)
  const [base, setBase] = useState(start)
  /** For what happens after the render that shows it: an answer, an upload that has ended. */
  const latest = useRef(draft)
  const isChanged = !isSame(draft, base)
  useEffect(() => (isChanged ? noteUnsaved() : undefined), [isChanged])
  function put(next: Draft) {
    latest.current = next
    setDraft(next)
  }
  return { draft, base, isChanged, latest, put, setBase }
}

function usePlace() {
  const element = useRef<HTMLElement>(null)
  return {
    place: useCallback((next: HTMLElement | null) => {
      element.current = next
    }, []),
    focus(field: string | undefined) {
      if (field === undefined) return
      const name = CSS.escape(field)
      const control = `[name="${name}"], [data-field="${name}"]`
      element.current?.querySelector<HTMLElement>(control)?.focus()
    },
    /** For inputs that keep their own values. */
    empty() {
      if (element.current instanceof HTMLFormElement) element.current.reset()
    },
  }
}

type Wrong<Draft, Field extends string> = {
  draft: Draft
  shown: readonly Field[]
  refused: Problems<Field>
  refusal: Refusal | undefined
}

function useShownProblems<Draft, Values, Done, Field extends string>(
  { draft, shown, refused, refusal }: Wrong<Draft, Field>,
  { fields, check, fieldOf, explain }: FormOptions<Draft, Values, Done, Field>,
) {
  const language = useLanguage()
  const found: Problems<Field> = shown.length > 0 ? problemsOf(check(draft)) : {}
  const problems: Problems<Field> = {}
  for (const field of fields) {
    const problem = refused[field] ?? (shown.includes(field) ? found[field] : undefined)
    if (problem !== undefined) problems[field] = issueText(language, problem)
  }
  const isAtField = refusal && firstOf(refusedFields(refusal, fields, fieldOf), fields)
  const failure = refusal && !isAtField ? (explain?.(refusal) ?? refusal.message) : undefined
  return {
    /** By field, in the reader's language. */
    problems,
    /** For the line under the form. */
    failure,
  }
}

function without<Field extends string>(
  problems: Problems<Field>,
  fields: readonly Field[],
  changed: readonly string[],
): Problems<Field> {
  const rest: Problems<Field> = {}
  for (const field of fields) if (!changed.includes(field)) rest[field] = problems[field]
  return rest
}
