import { useEffect, useEffectEvent, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import './changed-meanwhile.css'
import type { Rebased } from './rebase.ts'

const meanwhileTexts = defineTexts({
  en: {
    title: 'Somebody else has saved this meanwhile.',
    taken: (what: string, now: string) => `${what} is now ${now}.`,
    kept: (what: string, theirs: string) =>
      `${what}: they saved ${theirs}. Yours stays in the form.`,
    saveAgain: 'What you typed is still here. Save again to store what the form shows.',
    takeTheirs: 'Take theirs instead',
  },
  es: {
    title: 'Alguien más guardó cambios mientras tanto.',
    taken: (what, now) => `${what} ahora es ${now}.`,
    kept: (what, theirs) => `${what}: se guardó ${theirs}. En el formulario queda lo suyo.`,
    saveAgain:
      'Lo que escribió sigue aquí. Guarde de nuevo para conservar lo que muestra el formulario.',
    takeTheirs: 'Usar lo que se guardó',
  },
})

type Form<Draft> = { rebase: (theirs: Draft) => Rebased<Draft>; reset: (next: Draft) => void }

/** What a form edits, while others may save it too; `stored`: the revision that this screen has read. */
export function useRevision(stored: number) {
  const [own, setOwn] = useState(0)
  return {
    stored,
    /** Of the form's own last save. */
    own,
    /** That the form was made from: a save names it. */
    from: Math.max(own, stored),
    saved: setOwn,
  }
}

type ChangedMeanwhileProps<Draft> = {
  form: Form<Draft>
  /** As it is stored; it loads again where a save was refused. */
  newest: Draft
  revision: Omit<ReturnType<typeof useRevision>, 'saved'>
  /** A field in words: its label and what a draft has in it. */
  words: (field: keyof Draft, draft: Draft) => { label: string; text: string }
}

/** Lists what another account saved since the form was opened, and which fields keep the form's own value. */
export function ChangedMeanwhile<Draft extends object>(props: ChangedMeanwhileProps<Draft>) {
  const { form, newest, words } = props
  const { stored, own } = props.revision
  const t = useTexts(meanwhileTexts)
  const [seen, setSeen] = useState(stored)
  const [rebased, setRebased] = useState<Rebased<Draft>>()
  const follow = useEffectEvent((now: number, saved: number) => {
    setSeen(Math.max(seen, now, saved))
    if (saved >= now) return setRebased(undefined)
    if (now <= seen) return undefined
    const next = form.rebase(newest)
    return setRebased(next.taken.length + next.kept.length > 0 ? next : undefined)
  })
  useEffect(() => follow(stored, own), [stored, own])
  if (!rebased) return null
  const { theirs, taken, kept } = rebased
  const lines = (fields: (keyof Draft)[], say: (label: string, text: string) => string) =>
    fields.map((field) => {
      const { label, text } = words(field, theirs)
      return <li key={String(field)}>{say(label, text)}</li>
    })
  return (
    <div className="meanwhile" role="status">
      <strong>{t.title}</strong>
      <ul>
        {lines(taken, t.taken)}
        {lines(kept, t.kept)}
      </ul>
      <p>{t.saveAgain}</p>
      {kept.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            form.reset(theirs)
            setRebased(undefined)
          }}
        >
          {t.takeTheirs}
        </Button>
      )}
    </div>
  )
}
