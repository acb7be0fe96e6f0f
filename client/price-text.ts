const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** An amount in dollars as a patient reads it: '$99', and cents only where there are some. */
export function dollarText(amount: number): string {
  return dollars.format(amount)
}

export function priceText(price: number): string {
  return `Price: ${dollarText(price)}`
}
