import { TriangleAlert } from 'lucide-react'
import { defineTexts } from '../../../contract/language.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Icon } from '../icon.tsx'
import './alert-mark.css'

const alertTexts = defineTexts({ en: { alert: 'Alert' }, es: { alert: 'Aviso' } })

/** What must be seen at once beside a name: never by colour alone. */
export function AlertMark({ text }: { text: string }) {
  const t = useTexts(alertTexts)
  return (
    <strong className="alert-mark">
      <Icon of={TriangleAlert} size={16} />
      <span className="visually-hidden">{t.alert}: </span>
      <span className="alert-text">{text}</span>
    </strong>
  )
}
