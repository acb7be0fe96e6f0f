import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { findUnfit } from '../../contract/text.ts'

/** A pause in typing after which the search is sent, in milliseconds. */
const pauseMs = 250

/**
 * What is searched for once that is typed: without the characters that no stored text has, as other programs put
 * them around a phone number that is copied there.
 */
export function readTyped(typed: string): string {
  const fit = [...typed].filter((character) => findUnfit(character) === null)
  return fit.join('').trim()
}

/** Whether a search has fewer than two characters, which find half of the clinic: the server refuses it. */
export const isTooShort = (search: string) => [...search].length < 2

/** The state with which a link passes a search to a page. */
export const searchFor = (search: string) => ({ search })

const Searched = z.object({ search: z.string() })

/**
 * The current search, and a function to change it. It is stored in the history entry, so that reload and back
 * restore it, and not in the address, which proxies log: it may name a patient. If an address has one, from an
 * older bookmark, it is removed.
 */
export function useSearched() {
  const { pathname, search: query, hash, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(query).get('search')
  const search = readTyped(inAddress ?? Searched.safeParse(state).data?.search ?? '')

  function find(next: string, { replace }: { replace: boolean }) {
    const rest = new URLSearchParams(query)
    rest.delete('search')
    void navigate({ pathname, search: String(rest), hash }, { replace, state: searchFor(next) })
  }
  const move = useEffectEvent(() => find(search, { replace: true }))
  useEffect(() => {
    if (inAddress !== null) move()
  }, [inAddress])
  return { search, find }
}

/** The search of a list, sent when typing pauses. Going back from it shows the whole list. */
export function useSearch() {
  const { pathname } = useLocation()
  const { search, find } = useSearched()
  const [text, setText] = useState(search)
  const [sent, setSent] = useState(search)
  const [seen, setSeen] = useState(search)
  const field = useRef<HTMLInputElement>(null)

  // Back and forward changed the search: update the field. Its own changes are known already.
  if (search !== seen) {
    setSeen(search)
    if (search !== sent) {
      setSent(search)
      setText(search)
    }
  }

  function sendText(typed: string) {
    const next = readTyped(typed)
    // The page of a result may be on its way: it is not left for the search.
    if (next === sent || window.location.pathname !== pathname) return
    setSent(next)
    find(next, { replace: sent !== '' && next !== '' })
  }

  const sendTyped = useEffectEvent(sendText)
  useEffect(() => {
    // Known at once: Enter before the next frame would send it again, as a second step back.
    const timer = setTimeout(() => flushSync(() => sendTyped(text)), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  /** Back from a search that found nothing: what was pressed goes away, and the next search can be typed. */
  function showAll() {
    setText('')
    sendText('')
    field.current?.focus()
  }

  return { search, text, setText, send: () => sendText(text), showAll, field }
}
