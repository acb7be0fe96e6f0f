import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isTokenHash } from '../data/address.ts'
import { useLanguage } from '../i18n/language.tsx'
import { documentHead } from './document-head.ts'

/** The scroll position of each history entry, restored on going back. */
const scrolledTo = new Map<string, number>()

const placeAt = (hash: string) =>
  hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null

function arrive(target: HTMLElement | null, scrollTop: number) {
  if (target) target.scrollIntoView()
  else window.scrollTo({ top: scrollTop, behavior: 'instant' })

  const main = document.querySelector<HTMLElement>('main')
  const place = target ?? main?.querySelector('h1') ?? main
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/**
 * Calls `found` once the element exists; its page may still be loading. Returns a function that stops waiting.
 */
function onceThere(hash: string, found: (place: HTMLElement) => void) {
  const watch = new MutationObserver(() => {
    const place = placeAt(hash)
    if (!place) return
    watch.disconnect()
    found(place)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  return () => watch.disconnect()
}

/** After a navigation: title, scroll position and focus, as if the browser had loaded a page. */
export function PageArrival() {
  const { pathname, hash: behind, key } = useLocation()
  const hash = isTokenHash(behind) ? '' : behind
  const navigation = useNavigationType()
  const language = useLanguage()
  const [announced, announce] = useState('')
  const before = useRef({ key, pathname })
  const titled = useRef({ pathname, language })

  useEffect(() => {
    const { current } = titled
    // The page was served with its title; only Vite's dev server sends none.
    if (document.title && current.pathname === pathname && current.language === language) return
    let isLeft = false
    const show = ({ title, description }: Awaited<ReturnType<typeof documentHead>>) => {
      if (isLeft) return
      document.title = title
      document.querySelector('meta[name="description"]')?.setAttribute('content', description)
      if (titled.current.pathname !== pathname) announce(title)
      titled.current = { pathname, language }
    }
    // If the list of pages did not load, the page did not either, and its boundary reports that.
    documentHead(pathname, language).then(show, () => {})
    return () => {
      isLeft = true
    }
  }, [pathname, language])

  useEffect(() => {
    const { current } = before
    if (current.key === key) return
    before.current = { key, pathname }
    if (current.pathname === pathname && !hash) return
    const target = placeAt(hash)
    arrive(target, navigation === 'POP' ? (scrolledTo.get(key) ?? 0) : 0)
    if (hash && !target) return onceThere(hash, (place) => arrive(place, 0))
  }, [key, pathname, hash, navigation])

  useEffect(() => {
    const remember = () => void scrolledTo.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  )
}
