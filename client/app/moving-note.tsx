import { defineTexts } from '../../contract/language.ts'
import { useMoving } from '../data/moving.ts'
import { useTexts } from '../i18n/language.tsx'
import './moving-note.css'

const texts = defineTexts({
  en: {
    everybody:
      'We are moving this portal to another server. You can look at everything. To book, change or pay, please come back in a few minutes. Nothing is lost.',
    staff:
      'The portal is being moved to another server. What was saved is safe. You can look at everything; for a few minutes nothing can be changed.',
  },
  es: {
    everybody:
      'Estamos trasladando este portal a otro servidor. Puede consultarlo todo. Para reservar, cambiar o pagar, vuelva en unos minutos, por favor. No se pierde nada.',
    staff:
      'El portal se está trasladando a otro servidor. Lo guardado está a salvo. Puede consultarlo todo; durante unos minutos no se puede cambiar nada.',
  },
})

/** On every page while the data is moved to another place. It is there before it speaks, so that it is read out. */
export function MovingNote({ isWorkspace }: { isWorkspace: boolean }) {
  const t = useTexts(texts)
  const isMoving = useMoving()
  return (
    <div className="moving-note" role="status">
      {isMoving && <p>{isWorkspace ? t.staff : t.everybody}</p>}
    </div>
  )
}
