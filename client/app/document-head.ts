import type { Language } from '../../contract/language.ts'
import { clinic } from '../domain/clinic.ts'
import { routesAt } from '../routes.tsx'

/** The title of the page at an address. */
export async function pageTitle(pathname: string, language: Language): Promise<string> {
  const title = routesAt(pathname).at(-1)?.title
  if (!title) return ''
  return (typeof title === 'function' ? await title() : title)[language]
}

/** Title and description of the page at an address, for the browser and for the prerendered HTML. */
export async function documentHead(pathname: string, language: Language) {
  const title = await pageTitle(pathname, language)
  const description = await routesAt(pathname).at(-1)?.description?.()
  return {
    title: title ? `${title} · ${clinic.name}` : clinic.name,
    description: description?.[language] ?? '',
  }
}
