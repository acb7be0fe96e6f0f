import smile from './art/smile.svg'
import { PlainPage } from './plain-page.tsx'

export function AboutPage() {
  return <PlainPage title="this is about page" picture={{ src: smile, width: 480, height: 480 }} />
}
