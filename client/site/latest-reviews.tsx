import { type ComponentType, useEffect, useRef, useState } from 'react'

/** About a screen: there before it is in sight. */
const ahead = '1000px'

/** The newest reviews, under the testimonials: fetched, script and all, when somebody comes near. */
export function LatestReviews() {
  const place = useRef<HTMLDivElement>(null)
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        import('./latest-list.tsx').then(
          ({ LatestList }) => setList(() => LatestList),
          // The testimonials stand by themselves.
          () => {},
        )
      },
      { rootMargin: ahead },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={place}>{List && <List />}</div>
}
