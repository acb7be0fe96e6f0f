import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Typing that pauses this long is a question. */
const pauseMs = 250

/**
 * A search that lives in the address as `?search=`, so that reload, back and sharing keep it. The
 * way back from a search leads to the whole list, however it was typed.
 */
export function useSearch() {
  const [query, setQuery] = useSearchParams()
  const search = query.get('search') ?? ''
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
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (next) after.set('search', next)
        else after.delete('search')
        return after
      },
      { replace: search !== '' && next !== '' },
    )
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
