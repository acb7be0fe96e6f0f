import { cardFields, type TypedCard } from './card-faults.ts'

/** A card as it stands in a form's inputs. */
export function readCard(form: HTMLFormElement): TypedCard {
  const data = new FormData(form)
  const read = (field: keyof TypedCard) => String(data.get(field) ?? '')
  return { name: read('name'), number: read('number'), expiry: read('expiry'), cvc: read('cvc') }
}

/** Types a card for somebody. */
export function writeCard(form: HTMLFormElement, card: Partial<TypedCard>) {
  for (const field of cardFields) {
    const input = form.querySelector<HTMLInputElement>(`[name="${field}"]`)
    if (input && card[field] !== undefined) input.value = card[field]
  }
}
