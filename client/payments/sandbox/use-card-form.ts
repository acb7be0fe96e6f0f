import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { type CardField, cardFields, faultOf, type TypedCard } from './card-faults.ts'
import { brandOf, digitsOf, groupNumber } from './card-number.ts'
import { formatExpiry } from './expiry.ts'
import { retype } from './retype.ts'
import { readCard, writeCard } from './typed-card.ts'

type Faults = Partial<Record<CardField, string>>

const formats: Partial<Record<string, (text: string, isDeleting: boolean) => string>> = {
  number: groupNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
}

/**
 * Checks a card as it is typed: a fault is told when its field is left, never in the middle of a
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
