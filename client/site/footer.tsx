import { paths } from '../../contract/page-paths.ts'
import { useHydrated } from '../data/address.ts'
import { clinic } from '../domain/clinic.ts'
import { useTexts } from '../i18n/language.tsx'
import { Link } from '../ui/link.tsx'
import './footer.css'
import { frameTexts } from './texts-frame.ts'
import { Wordmark } from './wordmark.tsx'

type Item = {
  text: string
  /** A page, a telephone number or a map; without it the entry is only text. */
  to?: string
  label?: string
}

function FooterItem({ text, to, label }: Item) {
  if (to === undefined) return text
  if (to.startsWith('/')) return <Link to={to}>{text}</Link>
  return (
    <a href={to} aria-label={label}>
      {text}
    </a>
  )
}

export function Footer() {
  const t = useTexts(frameTexts)
  // Hydration starts with the year of the build, which the prerendered page shows.
  const year = useHydrated() ? new Date().getFullYear() : Number(import.meta.env.BUILD_YEAR)
  const appointment = (text: string) => ({ text, to: paths.appointment })
  const described = (text: string) => ({ text, to: `${paths.home}#services` })
  const lists: { title: string; items: Item[] }[] = [
    {
      title: t.services,
      items: [
        { text: t.emergency, to: clinic.phoneLink, label: `${t.emergency}: ${clinic.phone}` },
        ...t.checkups.map(appointment),
      ],
    },
    { title: t.oralHealth, items: t.oralHealthList.map(described) },
    {
      title: t.ourAddress,
      items: [
        { text: clinic.address, to: clinic.mapLink },
        { text: clinic.phone, to: clinic.phoneLink },
        { text: clinic.openingHours },
      ],
    },
  ]
  return (
    <footer className="footer">
      <div className="inner footer-row">
        <Wordmark />
        <div className="footer-lists">
          {lists.map(({ title, items }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul className="footer-list">
                {items.map((item) => (
                  <li key={item.text}>
                    <FooterItem {...item} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <p className="footer-end">
          {t.copyright(year, clinic.name)} <Link to={paths.privacy}>{t.privacy}</Link>
        </p>
      </div>
    </footer>
  )
}
