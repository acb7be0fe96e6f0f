import { type Day, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { showDay } from '../../contract/show.ts'
import { read, useRead } from '../data/use-read.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayTexts } from './day-texts.ts'
import { TellMe } from './tell-me.tsx'
import '../ui/one-line.css'

/** Nothing is left on this day: the next free one is a tap away. */
export function FullDay({ day, onPick }: { day: Day; onPick: (day: Day) => void }) {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const { data, isCurrent, error } = useRead(
    read(endpoints.findNextFreeDay, { query: { date: day } }),
  )
  const next = isCurrent && data?.date ? parseDay(data.date) : null
  return (
    <Note>
      <p>{t.full(showDay(language, day))}</p>
      {next && (
        <Button onClick={() => onPick(next)}>
          <span>
            {t.nextFree}
            <span className="one-line">{showDay(language, next)}</span>
          </span>
        </Button>
      )}
      {!isCurrent && error === undefined && <Skeleton width="240px" height="48px" />}
      {!next && (isCurrent || error !== undefined) && <p>{t.pickAnother}</p>}
      <TellMe day={day} />
    </Note>
  )
}
