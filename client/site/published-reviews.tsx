import { type ComponentType, useEffect, useState } from 'react'

/** What patients wrote. The page itself is there before it, and without scripts. */
export function PublishedReviews() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    import('./published-list.tsx').then(
      ({ PublishedList }) => setList(() => PublishedList),
      // The page says what it says without them.
      () => {},
    )
  }, [])
  return List ? <List /> : null
}
