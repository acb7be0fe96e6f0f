const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** A price in dollars as a patient reads it: 'Price: $99', and cents only where there are some. */
export function priceText(price: number): string {
  return `Price: ${dollars.format(price)}`
}
