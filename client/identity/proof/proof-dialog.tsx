import { CodeForm } from '../../../contract/identity/factors.ts'
import {
  ProofByPassword,
  type ProofState,
  proofEndpoints,
} from '../../../contract/identity/proof.ts'
import { defineTexts } from '../../../contract/language.ts'
import { renewAccessToken } from '../../data/access-token.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { bySchema } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { knowsPasskeys, signInByPasskey } from '../factors/passkey.ts'
import { factorTexts } from '../factors/texts.ts'
import { leaveForGoogle } from '../google.ts'
import './proof-dialog.css'

type Answered = { onAnswer: (isProved: boolean) => void }

/** Asks who is signed in to prove it once more, by what their account has. */
export function ProofDialog({ onAnswer }: Answered) {
  const t = useTexts(proofTexts)
  const { data, error, isLoading, reload } = useRead(read(proofEndpoints.readProof, {}), {
    fresh: true,
  })
  return (
    <Modal title={t.title} isOpen onClose={() => onAnswer(false)} alert>
      <div className="proof">
        <p>{t.lead}</p>
        {data && <Ways ways={data} onAnswer={onAnswer} />}
        {!data && error === undefined && <Skeleton height="140px" />}
        {!data && error !== undefined && (
          <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
        )}
        <Button variant="quiet" onClick={() => onAnswer(false)}>
          {t.goBack}
        </Button>
      </div>
    </Modal>
  )
}

type WaysProps = Answered & { ways: ProofState }

function Ways({ ways, onAnswer }: WaysProps) {
  const t = useTexts(proofTexts)
  const byPasskey = useAction({
    async send() {
      await signInByPasskey()
      // It began another session, and the token of the one before ended with it.
      return renewAccessToken()
    },
    onDone: onAnswer,
  })
  const here = location.pathname + location.search
  const byGoogle = useAction({
    send: () => leaveForGoogle(here, null, here),
    onDone: (done) => done,
  })
  const isGoogleAlone = !ways.password && !ways.code && !ways.passkey
  return (
    <>
      {ways.passkey && knowsPasskeys() && (
        <Button busy={byPasskey.pending} onClick={() => void byPasskey.run(undefined)}>
          {t.usePasskey}
        </Button>
      )}
      <ErrorLine>{(byPasskey.refusal ?? byGoogle.refusal)?.message}</ErrorLine>
      {ways.password && <ByPassword hasPasskey={ways.passkey} onAnswer={onAnswer} />}
      {!ways.password && (ways.code || ways.passkey) && <ByCode ways={ways} onAnswer={onAnswer} />}
      {isGoogleAlone && (
        <Button busy={byGoogle.pending} onClick={() => void byGoogle.run(undefined)}>
          {t.google}
        </Button>
      )}
    </>
  )
}

const passwordFields = ['password'] as const
const checkPassword = bySchema(ProofByPassword, passwordFields)

function ByPassword({ hasPasskey, onAnswer }: Answered & { hasPasskey: boolean }) {
  const t = useTexts(proofTexts)
  const form = useForm({
    start: { password: '' },
    fields: passwordFields,
    fieldOf: { wrong_password: 'password' },
    check: checkPassword,
    send: (body) => call(proofEndpoints.prove, { body }),
    onDone: () => onAnswer(true),
  })
  return (
    <form {...form.props} className="proof-form">
      <PasswordField
        {...form.field('password')}
        label={t.password}
        autoComplete="current-password"
        autoFocus={!hasPasskey}
        required
        error={form.problems.password}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.confirm}
      </Button>
    </form>
  )
}

const codeFields = ['code'] as const
const checkCode = bySchema(CodeForm, codeFields)

function ByCode({ ways, onAnswer }: WaysProps) {
  const t = useTexts(proofTexts)
  const { stepHint } = useTexts(factorTexts)
  const form = useForm({
    start: { code: '' },
    fields: codeFields,
    fieldOf: { wrong_code: 'code' },
    check: checkCode,
    send: (body) => call(proofEndpoints.prove, { body }),
    onDone: () => onAnswer(true),
  })
  return (
    <form {...form.props} className="proof-form">
      <Field
        {...form.field('code')}
        label={ways.code ? t.code : t.recoveryCode}
        hint={ways.code ? stepHint : undefined}
        autoComplete="one-time-code"
        autoFocus={!ways.passkey}
        required
        error={form.problems.code}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.confirm}
      </Button>
    </form>
  )
}

const proofTexts = defineTexts({
  en: {
    title: 'Confirm that it is you',
    lead: 'What you are about to do matters, so we ask again once a few minutes have passed. What you typed is still there.',
    what: 'The ways to confirm that it is you',
    password: 'Your password',
    code: 'Code of your app, or a recovery code',
    recoveryCode: 'Recovery code',
    usePasskey: 'Use a passkey',
    google: 'Confirm with Google',
    confirm: 'Confirm',
    goBack: 'Go back',
  },
  es: {
    title: 'Confirme que es usted',
    lead: 'Lo que va a hacer es importante; por eso se lo preguntamos otra vez cuando han pasado unos minutos. Lo que escribió sigue ahí.',
    what: 'las formas de confirmar que es usted',
    password: 'Su contraseña',
    code: 'Código de su aplicación o de recuperación',
    recoveryCode: 'Código de recuperación',
    usePasskey: 'Usar una clave de acceso',
    google: 'Confirmar con Google',
    confirm: 'Confirmar',
    goBack: 'Volver',
  },
})
