/** Dollars of what was typed: `99`, `99.5`, `$1,099.50`; `null` for anything else. */
export function readPrice(text: string): number | null {
  const plain = text.trim().replace(/^\$\s*/, '')
  if (!/^(\d{1,6}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain)) return null
  return Number(plain.replaceAll(',', ''))
}

/** 99 as `99.00`. */
export function writePrice(dollars: number): string {
  return dollars.toFixed(2)
}
