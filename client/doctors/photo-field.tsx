import { ImageUp } from 'lucide-react'
import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/fields/field-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import './photo-field.css'
import { type PhotoTexts, photoTexts } from './texts-photo.ts'
import type { Photo, PhotoState } from './use-photo.ts'

/** Takes a photo from the disk or dropped on it, and shows how far its upload is. */
export function PhotoField({ photo, error }: { photo: Photo; error: string | undefined }) {
  const t = useTexts(photoTexts)
  const { photo: state, choose, cancel } = photo
  const [isOver, setOver] = useState(false)
  const { input, around } = useKeptFocus()
  const problem = state.status === 'failed' ? state.message : error

  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) choose(file)
    },
  }

  return (
    <FieldFrame label={t.photo} hint={t.hint} error={problem}>
      {({ className: _, ...control }) => (
        <div className="photo-zone" data-over={isOver || undefined} {...zone} {...around}>
          <Picture state={state} />
          <div className="photo-words">
            <Words state={state} inputId={control.id} />
            <PhotoInput {...control} ref={input} onFile={choose} />
            {state.status === 'uploading' && (
              <Button variant="quiet" className="photo-button" onClick={cancel}>
                {t.cancel}
              </Button>
            )}
            <Again state={state} choose={choose} />
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

/** Buttons come and go with the upload; the focus of one that went is the input's. */
function useKeptFocus() {
  const input = useRef<HTMLInputElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) input.current?.focus()
  })
  const around = {
    onFocus() {
      isInside.current = true
    },
    onBlur() {
      isInside.current = false
    },
  }
  return { input, around }
}

type PhotoInputProps = ComponentProps<'input'> & { onFile: (file: File) => void }

function PhotoInput({ onFile, ...control }: PhotoInputProps) {
  return (
    <input
      {...control}
      className="photo-input"
      type="file"
      name="img"
      accept="image/*"
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file)
        // So that the same file can be chosen once more.
        target.value = ''
      }}
    />
  )
}

function Picture({ state }: { state: PhotoState }) {
  const preview = 'preview' in state ? state.preview : null
  if (preview) return <img className="photo-picture" src={preview} alt="" />
  if (state.status === 'ready') return <Avatar img={state.url} name="" className="photo-picture" />
  return (
    <span className="photo-picture photo-nothing">
      <Icon of={ImageUp} size={32} />
    </span>
  )
}

function Words({ state, inputId }: { state: PhotoState; inputId: string }) {
  const t = useTexts(photoTexts)
  return (
    <>
      {state.status === 'uploading' ? (
        <progress className="photo-progress" aria-label={t.upload} max={1} value={state.share} />
      ) : (
        <p className="photo-ways">
          <label className="photo-choose" htmlFor={inputId}>
            {state.status === 'empty' ? t.choose : t.chooseAnother}
          </label>
          <span className="photo-drop">{t.orDrop}</span>
        </p>
      )}
      <p className="photo-state" role="status">
        {progressText(state, t)}
      </p>
    </>
  )
}

function progressText(state: PhotoState, t: PhotoTexts): string {
  if (state.status === 'ready') return t.ready
  if (state.status === 'failed') return t.notUploaded
  if (state.status === 'empty') return ''
  return state.share < 1 ? t.uploading : t.preparing
}

function Again({ state, choose }: { state: PhotoState; choose: Photo['choose'] }) {
  const { tryAgain } = useTexts(sharedTexts)
  const file = state.status === 'failed' ? state.again : null
  if (!file) return null
  return (
    <Button variant="quiet" className="photo-button" onClick={() => choose(file)}>
      {tryAgain}
    </Button>
  )
}
