import { useSyncExternalStore } from 'react'
import { clinic } from '../clinic.ts'
import './footer.css'
import { footerLists } from './footer-lists.ts'
import { Wordmark } from './wordmark.tsx'

const neverChanges = () => () => {}

export function Footer() {
  // Hydration starts from the year of the build, which the prerendered page shows.
  const year = useSyncExternalStore(
    neverChanges,
    () => new Date().getFullYear(),
    () => Number(import.meta.env.BUILD_YEAR),
  )
  return (
    <footer className="footer">
      <div className="inner footer-row">
        <Wordmark />
        {footerLists.map(({ title, items }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul className="footer-list">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
        <p className="footer-end">
          Copyright {year} {clinic.name}, all rights reserved
        </p>
      </div>
    </footer>
  )
}
