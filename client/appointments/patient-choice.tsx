import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { defineTexts } from '../../contract/language.ts'
import { type Dependent, type FamilyDraft, Relation } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { account, family as wholeFamily } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { DependentFields, useDependentForm } from '../domain/dependent-fields.tsx'
import { dependentTexts } from '../domain/dependent-texts.ts'
import { useTexts } from '../i18n/language.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'

const texts = defineTexts({
  en: {
    whoFor: 'Who is it for?',
    myself: 'Myself',
    somebodyElse: 'Someone else…',
    theirName: 'Their name',
    failed: 'Your family list did not load. You can book for yourself, or add someone.',
    gone: 'The person you chose is no longer in your list. Please choose again.',
  },
  es: {
    whoFor: '¿Para quién es?',
    myself: 'Para mí',
    somebodyElse: 'Otra persona…',
    theirName: 'Nombre de la persona',
    failed: 'No pudimos cargar su lista familiar. Puede reservar para usted o agregar a alguien.',
    gone: 'La persona que eligió ya no está en su lista. Elija de nuevo, por favor.',
  },
})

/** Chosen for a new dependent; no id looks like it. */
const newDependent = 'new'

/** Who is treated: the account holder, a dependent, or a new one, who is saved before the booking. */
export function DependentChoice({ dependent }: { dependent: DependentState }) {
  const t = useTexts(texts)
  const { relations } = useTexts(dependentTexts)
  const { dependents, chosen, isNew, isUnread, isGone, hasFailed, form } = dependent
  const options = [
    { value: '', label: t.myself },
    ...dependents.map(({ _id, name, relation }) => ({
      value: _id,
      label: relation === 'other' ? name : `${name} (${relations[relation]})`,
    })),
    ...(isUnread ? [{ value: chosen, label: '…' }] : []),
    { value: newDependent, label: t.somebodyElse },
  ]
  return (
    <div className="dependent-choice" ref={form.place}>
      <SelectField
        label={t.whoFor}
        hint={hasFailed ? t.failed : isGone ? t.gone : undefined}
        options={options}
        value={chosen}
        onChange={({ target }) => dependent.choose(target.value)}
      />
      {isNew && (
        <div className="dependent-new">
          <DependentFields
            nameLabel={t.theirName}
            draft={form.draft}
            problem={form.problems.name}
            onChange={form.change}
          />
        </div>
      )}
    </div>
  )
}

type DependentState = ReturnType<typeof useDependent>

type DependentStart = {
  /** The choice of the address. */
  remembered: string | null
  /** A new dependent, as far as they were typed. */
  typed: FamilyDraft | null
  onChoose: (dependent: string) => void
}

/** '' and `null` for the account holder; no name while the list of dependents has not loaded. */
type Treated = { id: string; name: string | null | undefined }

/** The patient of the booking: '' for the account holder, the id of a dependent, or a new one. */
function useDependent({ remembered, typed, onChoose }: DependentStart) {
  const family = useRead(wholeFamily)
  const [added, setAdded] = useState<Dependent[]>([])
  const [wanted, setWanted] = useState(remembered ?? (typed ? newDependent : ''))
  const form = useDependentForm({
    dependent: typed ?? undefined,
    send: (body) => call(familyEndpoints.addDependent, { body }),
  })
  const read = family.data ?? []
  const dependents = [...read, ...added.filter(({ _id }) => !read.some((one) => one._id === _id))]
  const isKnown =
    wanted === '' || wanted === newDependent || dependents.some(({ _id }) => _id === wanted)
  // Removed in another tab, or remembered by another account.
  const isGone = !isKnown && family.data !== undefined
  const chosen = isGone ? '' : wanted
  const name = dependents.find(({ _id }) => _id === chosen)?.name

  function choose(dependent: string) {
    setWanted(dependent)
    if (dependent !== newDependent) onChoose(dependent)
  }

  /** Who to book for, once a new dependent is saved; `null` with the problem shown where that failed. */
  async function settle(): Promise<Treated | null> {
    if (chosen !== newDependent) return { id: chosen, name: chosen === '' ? null : name }
    const dependent = await form.submit()
    if (!dependent) return null
    setAdded((before) => [...before, dependent])
    choose(dependent._id)
    return { id: dependent._id, name: dependent.name }
  }

  return {
    dependents,
    chosen,
    isNew: chosen === newDependent,
    /** The list that says who it is has not loaded yet. */
    isUnread: !isKnown && !isGone,
    isGone,
    hasFailed: family.data === undefined && family.error !== undefined,
    name,
    form,
    /** Why a new dependent was not saved, where it is about no field. */
    failure: chosen === newDependent ? form.failure : undefined,
    choose,
    settle,
  }
}

type Patient = { remembered: string | null; onChoose: (dependent: string) => void }

/** Who is treated, and their phone: stored in the tab as they are typed. */
export function useTyped(email: string, { remembered, onChoose }: Patient) {
  const [typed] = useState(() => readBookingDraft(email))
  const dependent = useDependent({ remembered, typed: typed.dependent, onChoose })
  const known = useRead(account).data?.phone ?? ''
  const [typedPhone, setPhone] = useState(typed.phone)
  const phone = typedPhone ?? known
  const isOver = useRef(false)
  const { isNew } = dependent
  const { name, relation } = dependent.form.draft
  useEffect(() => {
    if (isOver.current) return
    storeBookingDraft(email, { phone: typedPhone, dependent: isNew ? { name, relation } : null })
  }, [email, typedPhone, isNew, name, relation])

  function forgetTyped() {
    isOver.current = true
    storeBookingDraft(email, null)
  }
  return { dependent, phone, setPhone, forgetTyped }
}

/** What was typed into the booking form and is nowhere else: the address has day, treatment and slot. */
const BookingDraft = z.object({
  /** `null` while it is what the account has. */
  phone: z.nullable(z.string()),
  /** A dependent who is not saved yet. */
  dependent: z.nullable(z.object({ name: z.string(), relation: Relation })),
})
type BookingDraft = z.infer<typeof BookingDraft>

const Stored = z.extend(BookingDraft, { account: z.string() })

const key = 'bookingDraft'
const nothing: BookingDraft = { phone: null, dependent: null }

/** What the account has typed in this tab; another account's is removed. */
function readBookingDraft(account: string): BookingDraft {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    if (stored.success && stored.data.account === account) return stored.data
    sessionStorage.removeItem(key)
  } catch {
    // A browser that forbids storage, or not our text: it starts empty.
  }
  return nothing
}

/** Stores it for a reload, a refusal or a new sign-in; `null` once it is booked. */
function storeBookingDraft(account: string, draft: BookingDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ ...draft, account }))
  } catch {
    // A browser that forbids storage: what was typed lasts as long as the form.
  }
}
