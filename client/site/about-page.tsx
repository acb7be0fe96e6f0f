import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { treatments, workingDoctors } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { clinic } from '../domain/clinic.ts'
import { Portrait } from '../domain/doctors/portrait.tsx'
import { useTexts } from '../i18n/language.tsx'
import { CleanHtml } from '../ui/clean-html.tsx'
import { Link } from '../ui/link.tsx'
import smile from './art/smile.svg'
import { PlainFrame } from './plain-page.tsx'
import './working-doctors.css'

export const head = {
  title: defineTexts({ en: 'About', es: 'Nosotros' }),
  description: defineTexts({
    en: 'About our dental practice in Brooklyn.',
    es: 'Sobre nuestra consulta dental en Brooklyn.',
  }),
}

/** The clinic's own text with its heading, then the people who work there. */
export function AboutPage() {
  return (
    <>
      <PlainFrame picture={{ src: smile, width: 480, height: 480 }} hasMore>
        <CleanHtml className="plain-page-text" html={clinic.about} />
      </PlainFrame>
      <WorkingDoctors />
    </>
  )
}

const texts = defineTexts({
  en: { title: 'Our dentists', book: (name: string) => `Book with ${name}` },
  es: { title: 'Nuestros dentistas', book: (name) => `Reservar con ${name}` },
})

/**
 * The clinic's doctors, their treatments, and links to book with them; nothing until one of them has hours. Shown
 * once the treatments are known too, whose names would move what stands below them.
 */
function WorkingDoctors() {
  const t = useTexts(texts)
  const { data: doctors = [] } = useRead(workingDoctors)
  const { data: all, error } = useRead(treatments, { enabled: doctors.length > 0 })
  if (doctors.length === 0 || (!all && error === undefined)) return null
  return (
    <section className="inner working-doctors" aria-labelledby="working-doctors">
      <h2 id="working-doctors">{t.title}</h2>
      <ul className="working-doctors-list">
        {doctors.map((doctor) => (
          <li key={doctor._id} className="working-doctor">
            <Portrait doctor={doctor} />
            <div className="working-doctor-words">
              <h3>{doctor.name}</h3>
              <p>
                {(all ?? [])
                  .filter(({ _id }) => doctor.treatments.includes(_id))
                  .map(({ name }) => name)
                  .join(', ')}
              </p>
              <Link to={paths.appointmentWith(doctor._id)}>{t.book(doctor.name)}</Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
