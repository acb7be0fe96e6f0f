import { MemberFields } from '../domain/member-fields.tsx'
import { personTexts } from '../domain/person-texts.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { SelectField } from '../ui/select-field.tsx'
import './person-choice.css'
import { personChoiceTexts } from './person-choice-texts.ts'
import { newMember, type PersonState } from './use-person.ts'

/** Who is treated: oneself, somebody of the family, or somebody new, who is saved on the way. */
export function PersonChoice({ person }: { person: PersonState }) {
  const t = useTexts(personChoiceTexts)
  const { relations } = useTexts(personTexts)
  const { members, chosen, isNew, isUnread, isGone, hasFailed, typed } = person
  const options = [
    { value: '', label: t.myself },
    ...members.map(({ _id, name, relation }) => ({
      value: _id,
      label: relation === 'other' ? name : `${name} (${relations[relation]})`,
    })),
    ...(isUnread ? [{ value: chosen, label: '…' }] : []),
    { value: newMember, label: t.somebodyElse },
  ]
  return (
    <div className="person-choice" ref={typed.place}>
      <SelectField
        label={t.whoFor}
        hint={hasFailed ? t.failed : isGone ? t.gone : undefined}
        options={options}
        value={chosen}
        onChange={({ target }) => person.choose(target.value)}
      />
      {isNew && (
        <div className="person-new">
          <MemberFields
            nameLabel={t.theirName}
            draft={typed.draft}
            problem={typed.problem}
            onChange={typed.change}
          />
          <ErrorLine>{typed.failure}</ErrorLine>
        </div>
      )}
    </div>
  )
}
