import { paths } from '../../contract/page-paths.ts'

/** `?treatment=` names whose form is open. */
export const chosenTreatment = 'treatment'
export const newTreatment = 'new'

export function treatmentPath(id: string): string {
  return `${paths.treatments}?${chosenTreatment}=${encodeURIComponent(id)}`
}
