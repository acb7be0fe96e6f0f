import { defineTexts, type Language } from '../../contract/language.ts'
import { showDollars } from '../../contract/show.ts'

const priceTexts = defineTexts({
  en: { price: (shown: string) => `Price: ${shown}` },
  es: { price: (shown) => `Precio: ${shown}` },
})

/** A price in dollars as a patient reads it: 'Price: $99', and cents only where there are some. */
export function priceText(language: Language, price: number): string {
  return priceTexts[language].price(showDollars(language, price))
}
