import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

/** Typing that pauses this long is a question. */
const pauseMs = 250

/** What a link to a page gives it to search for. */
export const searchFor = (search: string) => ({ search })

const Searched = z.object({ search: z.string() })

/**
 * What is searched for, and a way to change it. It lives in the history entry, so that reload and back have
 * it, and not in the address, which proxies write down: it may name a patient. An address that has it
 * all the same, a bookmark of earlier, loses it.
 */
export function useSearched() {
  const { pathname, search: query, hash, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(query).get('search')
  const search = inAddress ?? Searched.safeParse(state).data?.search ?? ''

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

/** The search of a list, sent as typing pauses. The way back from it leads to the whole list. */
export function useSearch() {
  const { search, find } = useSearched()
  const [text, setText] = useState(search)
  const [sent, setSent] = useState(search)
  const [seen, setSeen] = useState(search)

  // Back and forward changed the address: the field follows. A change of its own it knows already.
  if (search !== seen) {
    setSeen(search)
    if (search !== sent) {
      setSent(search)
      setText(search)
    }
  }

  function send() {
    const next = text.trim()
    if (next === search) return
    setSent(next)
    find(next, { replace: search !== '' && next !== '' })
  }

  const sendLater = useEffectEvent((typed: string) => {
    if (typed === search) return undefined
    return setTimeout(send, pauseMs)
  })
  useEffect(() => {
    const timer = sendLater(text.trim())
    return () => clearTimeout(timer)
  }, [text])

  return { search, text, setText, send }
}
