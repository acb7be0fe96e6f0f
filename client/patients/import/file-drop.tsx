import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { importRefusalTexts, largestImport } from '../../../contract/patients/import.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { FieldFrame } from '../../ui/fields/field-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import './import-page.css'
import { importTexts } from './texts.ts'

type FileDropProps = {
  busy: boolean
  /** No file was chosen before. */
  isFirst: boolean
  error: string | undefined
  onFile: (file: File) => void
}

/** Takes a CSV file from the disk or dropped on it. */
export function FileDrop({ busy, isFirst, error, onFile }: FileDropProps) {
  const language = useLanguage()
  const t = importTexts[language]
  const [isOver, setOver] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const take = (file: File | undefined) => {
    if (!file || busy) return
    setLarge(file.size > largestImport)
    if (file.size <= largestImport) onFile(file)
  }
  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
  const problem = isLarge ? importRefusalTexts[language].import_too_large : error
  return (
    <FieldFrame label={t.file} hint={t.fileHint} error={problem}>
      {({ className: _, ...control }) => (
        <div className="import-zone" data-over={isOver || undefined} {...zone}>
          <Icon of={FileSpreadsheet} size={28} />
          <p>
            <label className="import-choose" htmlFor={control.id}>
              {isFirst ? t.choose : t.chooseAnother}
            </label>{' '}
            <span className="import-drop">{t.orDrop}</span>
          </p>
          <input
            {...control}
            className="import-input"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-busy={busy || undefined}
            onChange={({ target }) => {
              take(target.files?.[0])
              // So that the same file can be chosen once more, mended.
              target.value = ''
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
