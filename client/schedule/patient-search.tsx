import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/field.tsx'
import { bookingTexts } from './texts-booking.ts'

const settleMs = 250

type PatientSearchProps = { search: string; onFind: (search: string) => void }

/** Finds a patient while somebody types; what is searched for lives in the address. */
export function PatientSearch({ search, onFind }: PatientSearchProps) {
  const t = useTexts(bookingTexts)
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  // Changed elsewhere: by the way back, or by a day that was chosen.
  if (search !== followed) {
    setFollowed(search)
    if (search !== typed.trim()) setTyped(search)
  }
  const find = useEffectEvent(() => {
    const wanted = typed.trim()
    if (wanted !== search) onFind(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(find, typed === '' ? 0 : settleMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <search className="patient-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onFind(typed.trim())
        }}
      >
        <Field
          label={t.find}
          type="search"
          placeholder={t.findBy}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  )
}
