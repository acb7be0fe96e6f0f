import { useSyncExternalStore } from 'react'
import { clinic } from '../domain/clinic.ts'
import { useTexts } from '../i18n/language.tsx'
import './footer.css'
import { frameTexts } from './texts-frame.ts'
import { Wordmark } from './wordmark.tsx'

const neverChanges = () => () => {}

export function Footer() {
  const t = useTexts(frameTexts)
  // Hydration starts from the year of the build, which the prerendered page shows.
  const year = useSyncExternalStore(
    neverChanges,
    () => new Date().getFullYear(),
    () => Number(import.meta.env.BUILD_YEAR),
  )
  const lists = [
    { title: t.services, items: t.serviceList },
    { title: t.oralHealth, items: t.oralHealthList },
    { title: t.ourAddress, items: [clinic.address] },
  ]
  return (
    <footer className="footer">
      <div className="inner footer-row">
        <Wordmark />
        {lists.map(({ title, items }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul className="footer-list">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
        <p className="footer-end">{t.copyright(year, clinic.name)}</p>
      </div>
    </footer>
  )
}
