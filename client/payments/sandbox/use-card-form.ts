import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import {
  brandOf,
  type CardField,
  cardFields,
  digitsOf,
  faultOf,
  formatExpiry,
  groupNumber,
  type TypedCard,
} from './card.ts'

type Faults = Partial<Record<CardField, string>>

const formats: Partial<Record<string, (text: string, isDeleting: boolean) => string>> = {
  number: groupNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
}

/**
 * Checks a card as it is typed: a fault is shown when its field is left, never in the middle of a
 * word, and goes as soon as it is mended. What is typed lives in the inputs alone, not in our state.
 */
export function useCardForm() {
  const language = useLanguage()
  const [faults, setFaults] = useState<Faults>({})
  const [brand, setBrand] = useState<ReturnType<typeof brandOf>>(null)

  function show(form: HTMLFormElement, fields: readonly CardField[]) {
    const card = readCard(form)
    const now = new Date()
    const found = fields.map((field) => [field, faultOf(language, field, card, now)] as const)
    setFaults((before) => ({ ...before, ...Object.fromEntries(found) }))
    return found.find(([, fault]) => fault !== undefined)?.[0]
  }
  function onInput({ currentTarget: form, target, nativeEvent }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return
    const format = formats[target.name]
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined
    if (format) retype(target, format, inputType)
    if (target.name === 'number') setBrand(brandOf(target.value))
    // The brand decides how long a security code is.
    const shown = cardFields.filter((field) => faults[field] !== undefined)
    if (shown.length > 0) show(form, shown)
  }

  return {
    faults,
    brand,
    onInput,
    onBlur({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
      if (!(target instanceof HTMLInputElement) || target.value === '') return
      show(
        form,
        cardFields.filter((field) => field === target.name),
      )
    },
    /** The card, or the focus on the first field that is wrong. */
    check(form: HTMLFormElement): TypedCard | null {
      const wrong = show(form, cardFields)
      if (!wrong) return readCard(form)
      form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return null
    },
    fill(form: HTMLFormElement, card: Partial<TypedCard>) {
      writeCard(form, card)
      setBrand(brandOf(readCard(form).number))
      setFaults({})
    },
  }
}

/** A card as it stands in a form's inputs. */
function readCard(form: HTMLFormElement): TypedCard {
  const data = new FormData(form)
  const read = (field: keyof TypedCard) => String(data.get(field) ?? '')
  return { name: read('name'), number: read('number'), expiry: read('expiry'), cvc: read('cvc') }
}

/** Fills in a card. */
function writeCard(form: HTMLFormElement, card: Partial<TypedCard>) {
  for (const field of cardFields) {
    const input = form.querySelector<HTMLInputElement>(`[name="${field}"]`)
    if (input && card[field] !== undefined) input.value = card[field]
  }
}

/**
 * Puts a field's text into its form while it is being typed, without moving the caret from the digit
 * that it stands at.
 */
function retype(
  input: HTMLInputElement,
  format: (text: string, isDeleting: boolean) => string,
  inputType: string | undefined,
) {
  const isDeleting = inputType?.startsWith('delete') ?? false
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const before = countDigits(input.value.slice(0, caret))
  const text = format(input.value, isDeleting)
  if (text === input.value) return
  input.value = text
  if (isAtEnd) return
  // Deleting forwards over a gap must not stand still before it.
  const place = caretAfter(text, before, inputType === 'deleteContentForward')
  input.setSelectionRange(place, place)
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}

/** The caret's position after this many digits: before a gap, or after it if `skipGap`. */
export function caretAfter(text: string, digits: number, skipGap: boolean): number {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  while (skipGap && place < text.length && !/\d/.test(text.charAt(place))) place += 1
  return place
}
