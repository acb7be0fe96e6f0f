import { defineTexts, type Language } from '../../contract/language.ts'
import { showDollars } from '../../contract/show.ts'

const priceTexts = defineTexts({
  en: { price: (shown: string) => `Price: ${shown}` },
  es: { price: (shown) => `Precio: ${shown}` },
})

/** A price in dollars for a patient: 'Price: $99', with cents only where there are any. */
export function priceText(language: Language, price: number): string {
  return priceTexts[language].price(showDollars(language, price))
}
