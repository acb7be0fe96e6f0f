import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { factorTexts } from './texts.ts'

type RecoveryCodesModalProps = { codes: readonly string[]; onClose: () => void }

/** New recovery codes, which are shown this once. */
export function RecoveryCodesModal({ codes, onClose }: RecoveryCodesModalProps) {
  const t = useTexts(factorTexts)
  return (
    <Modal title={t.codesTitle} isOpen={codes.length > 0} onClose={onClose} alert>
      <div className="factor-form">
        <p>{t.codesLead}</p>
        <ul className="factor-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="factor-buttons">
          <Button onClick={onClose}>{t.stored}</Button>
          <Button variant="quiet" onClick={() => download(codes)}>
            {t.download}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function download(codes: readonly string[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
