import type { Localized } from '../../contract/language.ts'
import type { Capability } from '../../contract/roles.ts'
import type { LazyPage } from './lazy-page.tsx'

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
