export type Expiry = { month: number; year: number }

/**
 * Month and year as they are typed: `12 / 30`. The slash comes by itself, except while somebody is
 * deleting, where it would come back for ever.
 */
export function formatExpiry(text: string, isDeleting = false): string {
  const [first = '', ...others] = text.split(/\D+/).filter(Boolean)
  const isSplit = /^\D*\d+\s*[/.-]/.test(text)
  let month = first.slice(0, 2)
  let year = first.slice(2) + others.join('')
  const hasOneDigit = Number(month) > 12 || /^[2-9]$/.test(month) || (month === '1' && isSplit)
  if (hasOneDigit && !isDeleting) {
    year = month.slice(1) + year
    month = `0${month.charAt(0)}`
  }
  year = year.slice(0, 4)
  if (year) return `${month} / ${year}`
  return month.length === 2 && !isDeleting ? `${month} / ` : month
}

/** `null` for what is not yet, or never, a month and a year. */
export function parseExpiry(text: string): Expiry | null {
  const found = /^\D*(\d{1,2})\D+(\d{4}|\d{2})\D*$/.exec(text)
  if (!found) return null
  const month = Number(found[1])
  const year = found[2]?.length === 4 ? Number(found[2]) : 2000 + Number(found[2])
  return month >= 1 && month <= 12 ? { month, year } : null
}

/** A card is good to the end of its month, wherever on earth that ends last. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  const halfDayMs = 12 * 3_600_000
  return Date.UTC(year, month, 1) + halfDayMs <= now.getTime()
}
