import type { ReactNode } from 'react'
import { type CardBrand, isCardBrand } from '../../contract/payments/card-brand.ts'
import './card-icon.css'

/** Our own signs, not the brands' logos: shape and place of each tell them apart. */
const signs: Record<CardBrand, ReactNode> = {
  visa: <path className="card-icon-sign" d="m9 8 3.5 8L18 8h5l-8 8" />,
  mastercard: (
    <>
      <circle className="card-icon-accent" cx="13" cy="12" r="5" />
      <circle className="card-icon-sign" cx="19" cy="12" r="5" />
    </>
  ),
  amex: <path className="card-icon-sign" d="m6 15 3.5-7 3.5 7M7.5 13h4M16 8l8 7.5M24 8l-8 7.5" />,
  discover: (
    <>
      <path className="card-icon-sign" d="M6 12h9" />
      <circle className="card-icon-accent" cx="20" cy="12" r="4" />
    </>
  ),
  diners: (
    <>
      <circle className="card-icon-sign" cx="16" cy="12" r="5.5" />
      <path className="card-icon-sign" d="M14 9v6m4-6v6" />
    </>
  ),
  jcb: <path className="card-icon-sign" d="M10 8v6a2 2 0 0 1-3 1.5M16 8v8m6-8v8M14.5 12h9" />,
  unionpay: <path className="card-icon-sign" d="m11 7-3 10m8.5-10-3 10M22 7l-3 10" />,
}

const blank = <path className="card-icon-sign" d="M2 9h28M6 16h6" />

/** A small card; the text beside it says which. */
export function CardIcon({ brand }: { brand: string | null }) {
  return (
    <svg
      className="card-icon"
      viewBox="0 0 32 24"
      width={32}
      height={24}
      aria-hidden="true"
      focusable="false"
    >
      <rect className="card-icon-card" x="1.5" y="2.5" width="29" height="19" rx="3.5" />
      {brand !== null && isCardBrand(brand) ? signs[brand] : blank}
    </svg>
  )
}
