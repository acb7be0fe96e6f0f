import type { Endpoint } from '../../contract/endpoint.ts'

type Listener = (names: readonly string[]) => void

const listeners = new Set<Listener>()

/** How the cache names what an endpoint answers. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * Says that the answers of these endpoints may have changed: what is on the screen of them is read
 * again, and nothing stored is used. Pages that read nothing do not load the query client for this.
 */
export function touch(...endpoints: readonly Endpoint[]) {
  const names = endpoints.map(nameOf)
  for (const listen of listeners) listen(names)
}

export function onTouch(listen: Listener) {
  listeners.add(listen)
}
