/**
 * Puts a field's text into its form while it is being typed, without moving the caret from the digit
 * that it stands at.
 */
export function retype(
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

/** Where the caret stands behind so many digits: before a gap, or after it. */
export function caretAfter(text: string, digits: number, skipGap: boolean): number {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  while (skipGap && place < text.length && !/\d/.test(text.charAt(place))) place += 1
  return place
}
