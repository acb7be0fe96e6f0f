/** Integer cents in the details of an appointment's history: `$99.00`. */
export function writeAmount(cents: number): string {
  return `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
