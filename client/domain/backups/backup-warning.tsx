import { backupEndpoints } from '../../../contract/backups/endpoints.ts'
import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useMay } from '../../identity/own-role.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Link } from '../../ui/link.tsx'
import { warningOf } from './warning-text.ts'

const texts = defineTexts({
  en: { look: 'Look at the backups' },
  es: { look: 'Ver las copias de seguridad' },
})

/** What is counted in hours is soon enough after ten minutes. */
const state = { ...read(backupEndpoints.readBackups, {}), freshMs: 10 * 60_000 }

/** Above the schedule, which admins open each day: the portal is without a backup that would help. */
export function BackupWarning() {
  const language = useLanguage()
  const may = useMay()
  const { data } = useRead(state, { enabled: may('backups') })
  const warning = data && warningOf(language, data)
  if (!warning) return null
  return (
    <Note>
      {warning}
      <Link to={paths.backups}>{texts[language].look}</Link>
    </Note>
  )
}
