import { Search } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { useShortcut } from '../app/shortcuts.ts'
import { isTooShort, readTyped } from '../data/use-search.ts'
import { useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { leave } from '../ui/leaving.ts'
import { type Aim, FoundList, useFound } from './found-list.tsx'
import './staff-search.css'

const texts = defineTexts({
  en: { find: 'Find a patient', findBy: 'Name, e-mail or phone' },
  es: { find: 'Buscar un paciente', findBy: 'Nombre, correo o teléfono' },
})

/** Typing that pauses this long is a question. */
const pauseMs = 250
const findKey = '/'

/**
 * Finds patients and their appointments from every page of the staff. The arrow keys choose one
 * and Enter opens it; Enter without a choice opens the whole list.
 */
export function StaffSearch() {
  const t = useTexts(texts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { typed, type, wanted, search, found, isOpen, open, close, enter } = useTypedSearch()
  const options = found.options.map((one, n) => ({ ...one, id: `${id}-${n}` }))
  const { at, move } = useChoice(search, options.length)
  const chosen = at === undefined || search !== wanted ? undefined : options[at]

  useShortcut(findKey, t.find, () => {
    input.current?.focus()
    input.current?.select()
  })

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step) {
      move(isOpen ? step : 0)
      open()
    } else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search
      className="staff-search"
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          enter(chosen)
        }}
      >
        <Icon of={Search} size={16} />
        <input
          ref={input}
          role="combobox"
          type="text"
          className="staff-search-field"
          aria-label={t.find}
          aria-expanded={isOpen}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? chosen?.id : undefined}
          placeholder={t.findBy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onFocus={open}
          onKeyDown={onKeyDown}
          onChange={({ target }) => type(target.value)}
        />
        <span className="staff-search-key" aria-hidden="true">
          {findKey}
        </span>
      </form>
      {isOpen && (
        <FoundList
          id={`${id}-found`}
          search={wanted}
          found={found}
          options={options}
          chosen={chosen?.id}
          onFollow={close}
        />
      )}
    </search>
  )
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** What is typed, what it finds, and where Enter leads; an Enter before the answer waits for it. */
function useTypedSearch() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [openOn, setOpenOn] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const wanted = readTyped(typed)
  const { settled: search, settle } = useSettled(wanted)
  // Open on one history entry only: what was found leads to the next one.
  const isOpen = openOn === key && wanted !== ''
  const found = useFound(search, isOpen)

  function show(on: string | undefined) {
    setOpenOn(on)
    setEntered(false)
  }
  const close = () => show(undefined)
  function type(text: string) {
    setTyped(text)
    show(key)
  }
  function go({ to, state }: Aim) {
    close()
    leave(() => void navigate(to, { state }), to)
  }
  function enter(chosen: Aim | undefined) {
    if (chosen) return go(chosen)
    if (isTooShort(wanted)) return
    settle()
    setOpenOn(key)
    setEntered(true)
  }
  const follow = useEffectEvent(() => {
    if (found.whole) go(found.whole)
    else setEntered(false)
  })
  const isAnswered = isOpen && search === wanted && found.isCurrent
  useEffect(() => {
    if (isEntered && isAnswered) follow()
  }, [isEntered, isAnswered])

  return { typed, type, wanted, search, found, isOpen, open: () => show(key), close, enter }
}

/** Which of the options the arrow keys have come to, around and around; another search begins at the first. */
function useChoice(search: string, length: number) {
  const [choice, setChoice] = useState<{ search: string; at: number }>()
  const at = choice?.search === search && choice.at < length ? choice.at : undefined
  function move(step: 1 | 0 | -1) {
    if (length === 0 || step === 0) return
    const from = at ?? (step === 1 ? -1 : length)
    setChoice({ search, at: (from + step + length) % length })
  }
  return { at, move }
}

/** What was typed, once the typing pauses or is settled at once. */
function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { settled, settle: () => setSettled(typed) }
}
