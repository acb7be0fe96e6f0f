import { type ComponentType, lazy, useState } from 'react'
import type { Localized } from '../../contract/language.ts'
import type { Capability } from '../../contract/roles.ts'

/** A page and its access rule; without `access` a route does not compile. */
export type FeatureRoute = {
  path: string
  access: 'anyone' | 'signedIn' | { needs: Capability }
  page: LazyPage
  /** The document's title, or a function that fetches it; the clinic's name is appended. */
  title: Localized<string> | (() => Promise<Localized<string>>)
  /** For search engines; pages behind the sign-in need none. */
  description?: () => Promise<Localized<string> | undefined>
  /** Pages inside this one's `<Outlet />`, with full paths; one with the same path is the default. */
  children?: readonly FeatureRoute[]
}

type LazyPage<Props extends object = object> = {
  (props: Props): React.JSX.Element
  /** Fetches the page before its first rendering, so that it renders at once. */
  preload: () => Promise<ComponentType<Props>>
}

/**
 * A page with a script of its own: `lazyPage(() => import('./home-page.tsx').then((m) => m.HomePage))`.
 * React.lazy alone would suspend even on a loaded page and make the prerendered HTML flash.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const Later: ComponentType<Props> = lazy(async () => ({ default: await load() }))

  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  Page.preload = async () => {
    loaded ??= await load()
    return loaded
  }
  return Page
}

/** The exports of a page's file besides the page: texts for the browser's tab and for search engines. */
type PageHead = { title: Localized<string>; description?: Localized<string> }

/**
 * A page whose file exports its head: `publicPage(() => import('./home-page.tsx'), (m) => m.HomePage)`. The
 * texts of the other pages are not part of the first view's script.
 */
export function publicPage<M extends { head: PageHead }>(
  load: () => Promise<M>,
  pageIn: (file: M) => ComponentType,
) {
  return {
    page: lazyPage(async () => pageIn(await load())),
    title: async () => (await load()).head.title,
    description: async () => (await load()).head.description,
  }
}

/**
 * A page by its name in pages.tsx. The list of those pages' scripts is itself fetched with the first of them:
 * most visits begin with a public page, which does not load that long list.
 */
export const pageOf = (name: Exclude<keyof typeof import('../pages.tsx'), 'dashboardPages'>) =>
  lazyPage(async () => (await import('../pages.tsx'))[name]())
