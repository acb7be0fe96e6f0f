import type { Language } from '../../contract/language.ts'
import { clinic } from '../domain/clinic.ts'
import { routesAt } from '../routes.tsx'

/** Title and description of the page at an address, for the browser and for the prerendered HTML. */
export function documentHead(pathname: string, language: Language) {
  const route = routesAt(pathname).at(-1)
  return {
    title: route ? `${route.title[language]} · ${clinic.name}` : clinic.name,
    description: route?.description?.[language] ?? '',
  }
}
