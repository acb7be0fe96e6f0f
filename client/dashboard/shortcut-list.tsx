import { defineTexts } from '../../contract/language.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { useTexts } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { dashboardTexts } from './texts.ts'

const texts = defineTexts({
  en: {
    use: 'Use these shortcuts',
    useHint: 'They never work while you type in a field. Your choice is kept in this browser.',
    hint: 'Press a key anywhere on the page.',
  },
  es: {
    use: 'Usar estos atajos',
    useHint: 'Nunca actúan mientras escribe en un campo. Su elección se guarda en este navegador.',
    hint: 'Pulse una tecla en cualquier lugar de la página.',
  },
})

type ShortcutListProps = { isOpen: boolean; onClose: () => void }

/** The keys that do something on the page as it is, and the switch that turns them off. */
export function ShortcutList({ isOpen, onClose }: ShortcutListProps) {
  const { shortcuts: title } = useTexts(dashboardTexts)
  const t = useTexts(texts)
  const { shortcuts, isOn, setOn } = useShortcuts()
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <p>{t.hint}</p>
      <dl className="shortcut-list">
        {shortcuts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField label={t.use} hint={t.useHint} checked={isOn} onChange={setOn} />
    </Modal>
  )
}
