import { useState } from 'react'
import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { family as wholeFamily } from '../data/shared-queries.ts'
import { touch } from '../data/touch.ts'
import { useRead } from '../data/use-read.ts'
import { useMemberDraft } from '../domain/use-member-draft.ts'

/** Chosen where somebody is to be added to the family first; no id looks like it. */
export const newMember = 'new'

/**
 * Whom the form books for: '' for the account's holder, the id of one of their family, or somebody
 * new. `remembered` is the choice of the address.
 */
export function usePerson(remembered: string | null, onChoose: (person: string) => void) {
  const family = useRead(wholeFamily)
  const [added, setAdded] = useState<FamilyMember[]>([])
  const [wanted, setWanted] = useState(remembered ?? '')
  const typed = useMemberDraft<HTMLDivElement>()
  const read = family.data ?? []
  const members = [...read, ...added.filter(({ _id }) => !read.some((one) => one._id === _id))]
  const isKnown = wanted === '' || wanted === newMember || members.some(({ _id }) => _id === wanted)
  // Removed elsewhere meanwhile, or remembered by another account.
  const isGone = !isKnown && family.data !== undefined
  const chosen = isGone ? '' : wanted

  function choose(person: string) {
    setWanted(person)
    if (person !== newMember) onChoose(person)
  }

  /** The id to book for, once somebody new is saved; `null` with the problem shown where that failed. */
  async function settle(): Promise<string | null> {
    if (chosen !== newMember) return chosen
    const member = await typed.save((body) => call(familyEndpoints.addFamilyMember, { body }))
    if (!member) return null
    setAdded((before) => [...before, member])
    touch(familyEndpoints.listFamily)
    choose(member._id)
    return member._id
  }

  return {
    members,
    chosen,
    isNew: chosen === newMember,
    /** Not read yet who it is. */
    isUnread: !isKnown && !isGone,
    isGone,
    hasFailed: family.data === undefined && family.error !== undefined,
    name: members.find(({ _id }) => _id === chosen)?.name,
    typed,
    choose,
    settle,
  }
}

export type PersonState = ReturnType<typeof usePerson>
