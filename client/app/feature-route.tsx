import { type ComponentType, lazy, useState } from 'react'
import type { Localized } from '../../contract/language.ts'
import type { Capability } from '../../contract/roles.ts'

/** A page and who may see it; without `access` a route does not compile. */
export type FeatureRoute = {
  path: string
  access: 'anyone' | 'signedIn' | { needs: Capability }
  page: LazyPage
  /** The document's title, or what fetches it; the clinic's name is put behind it. */
  title: Localized<string> | (() => Promise<Localized<string>>)
  /** For search engines; pages behind the sign-in need none. */
  description?: Localized<string>
  /** Pages inside this one's `<Outlet />`, with whole paths; one with the same path is the first shown. */
  children?: readonly FeatureRoute[]
}

export type LazyPage = {
  (): React.JSX.Element
  /** Fetches the page ahead of its first rendering, which then happens at once. */
  preload: () => Promise<ComponentType>
}

/**
 * A page with a script of its own: `lazyPage(() => import('./home-page.tsx').then((m) => m.HomePage))`.
 * React.lazy alone would suspend even on a loaded page and make the prerendered HTML flash.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const Later = lazy(async () => ({ default: await load() }))

  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Later)
    return <Shown />
  }
  Page.preload = async () => {
    loaded ??= await load()
    return loaded
  }
  return Page
}

/**
 * A page by its name in pages.tsx. Where the scripts of those pages lie is itself fetched with the
 * first of them: the public pages, with which most visits begin, do not carry that long list.
 */
export const pageOf = (name: Exclude<keyof typeof import('../pages.tsx'), 'dashboardPages'>) =>
  lazyPage(async () => (await import('../pages.tsx'))[name]())
