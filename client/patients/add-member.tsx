import { useState } from 'react'
import { mostMembers } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { MemberForm } from './member-form.tsx'
import { familyTexts } from './texts.ts'

/** Puts somebody into the list, as long as it takes more. */
export function AddMember({ count, onAdded }: { count: number; onAdded: () => void }) {
  const t = useTexts(familyTexts)
  // A new form for the next one.
  const [added, setAdded] = useState(0)
  return (
    <section className="add-member" aria-labelledby="add-member-heading">
      <h3 id="add-member-heading">{t.add}</h3>
      {count < mostMembers ? (
        <MemberForm
          key={added}
          submitLabel={t.add}
          save={(body) => call(familyEndpoints.addFamilyMember, { body })}
          onSaved={({ name }) => {
            touch(familyEndpoints.listFamily)
            toast.success(t.added(name))
            setAdded(added + 1)
            onAdded()
          }}
        />
      ) : (
        <p>{t.isFull}</p>
      )}
    </section>
  )
}
