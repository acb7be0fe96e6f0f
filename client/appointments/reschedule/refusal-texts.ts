import {
  changeRefusals,
  changeRefusalsInSpanish,
} from '../../../contract/appointments/change-refusals.ts'
import { texts } from '../../../contract/language.ts'

/** The sentences of the wire, for screens that know a refusal beforehand. */
export const refusalTexts = texts<Record<keyof typeof changeRefusals, string>>({
  en: changeRefusals,
  es: changeRefusalsInSpanish,
})
