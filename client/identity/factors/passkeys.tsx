import { useState } from 'react'
import { factorEndpoints, type Passkey } from '../../../contract/identity/factors.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { instantText } from '../../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { knowsPasskeys, makePasskey } from './passkey.ts'
import { factorTexts } from './texts.ts'

const touches = [factorEndpoints.readFactors]

type PasskeysProps = {
  passkeys: readonly Passkey[]
  hasCodes: boolean
  onCodes: (codes: readonly string[]) => void
}

export function Passkeys({ passkeys, hasCodes, onCodes }: PasskeysProps) {
  const t = useTexts(factorTexts)
  const add = useAction({
    async send() {
      await makePasskey(t.passkeyName(systemName()))
      return hasCodes ? [] : (await call(factorEndpoints.renewRecoveryCodes, {})).codes
    },
    touches,
    onDone(codes) {
      toast.success(t.passkeyAdded)
      onCodes(codes)
    },
  })
  return (
    <div className="factor">
      <h4>{t.passkeys}</h4>
      <p className="account-hint">{knowsPasskeys() ? t.passkeysHint : t.noPasskeys}</p>
      {passkeys.length > 0 && (
        <ul className="account-sessions" aria-label={t.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      {knowsPasskeys() && (
        <Button variant="quiet" busy={add.pending} onClick={() => void add.run(undefined)}>
          {t.addPasskey}
        </Button>
      )}
      <ErrorLine>{add.refusal?.message}</ErrorLine>
    </div>
  )
}

function PasskeyRow({ passkey: { _id: id, name, createdAt } }: { passkey: Passkey }) {
  const t = useTexts(factorTexts)
  const language = useLanguage()
  const [draft, setDraft] = useState<string>()
  const remove = useAction({
    send: () => call(factorEndpoints.removePasskey, { params: { id } }),
    touches,
    onDone: () => toast.success(t.passkeyRemoved),
  })
  const rename = useAction({
    send: (next: string) =>
      call(factorEndpoints.namePasskey, { params: { id }, body: { name: next } }),
    touches,
    onDone: () => setDraft(undefined),
  })
  return (
    <li>
      <div>
        {draft === undefined ? (
          <p>
            <strong>{name}</strong>
          </p>
        ) : (
          <Field
            label={t.name}
            value={draft}
            maxLength={60}
            onChange={({ target }) => setDraft(target.value)}
          />
        )}
        <p className="account-hint">
          {t.passkeySince}{' '}
          <time dateTime={createdAt}>{instantText(language, createdAt, undefined)}</time>
        </p>
        <ErrorLine>{(remove.refusal ?? rename.refusal)?.message}</ErrorLine>
      </div>
      <div className="factor-buttons">
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.renameOf(name)}
          busy={rename.pending}
          onClick={() => (draft?.trim() ? void rename.run(draft.trim()) : setDraft(name))}
        >
          {t.rename}
        </Button>
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.removeOf(name)}
          busy={remove.pending}
          onClick={() => void remove.run(undefined)}
        >
          {t.remove}
        </Button>
      </div>
    </li>
  )
}

/** Roughly; it can be renamed. */
function systemName(): string | undefined {
  return /iPhone|iPad|Android|Windows|CrOS|Mac|Linux/.exec(navigator.userAgent)?.[0]
}
