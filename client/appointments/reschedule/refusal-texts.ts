import {
  changeRefusals,
  changeRefusalsInSpanish,
} from '../../../contract/appointments/change-refusals.ts'
import { defineTexts } from '../../../contract/language.ts'

/** The sentences of the wire, for screens that know a refusal beforehand. */
export const refusalTexts = defineTexts<Record<keyof typeof changeRefusals, string>>({
  en: changeRefusals,
  es: changeRefusalsInSpanish,
})
