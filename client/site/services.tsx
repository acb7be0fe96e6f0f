import { SectionHeading } from './section-heading.tsx'
import { services } from './service-list.ts'
import './services.css'

export function Services() {
  return (
    <section className="inner services" aria-labelledby="services">
      <SectionHeading id="services" over="OUR SERVICES">
        Services We Provide
      </SectionHeading>
      <ul className="services-grid">
        {services.map(({ id, image, serviceName, details }) => (
          <li key={id} className="service">
            <img src={image} alt="" width={320} height={240} loading="lazy" />
            <h3>{serviceName}</h3>
            <p>{details}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
