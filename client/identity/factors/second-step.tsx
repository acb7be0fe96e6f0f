import { useEffect, useEffectEvent, useState } from 'react'
import { CodeForm, factorEndpoints } from '../../../contract/identity/factors.ts'
import type { SecondStep } from '../../../contract/identity/identity.ts'
import { paths } from '../../../contract/page-paths.ts'
import { call } from '../../data/api.ts'
import { bySchema } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { IdentityForm } from '../identity-form.tsx'
import { IdentityFrame } from '../identity-frame.tsx'
import { useSession } from '../session/session.tsx'
import type { useSignIn } from '../use-sign-in.ts'
import { knowsPasskeys, offerPasskeys, signInByPasskey } from './passkey.ts'
import { factorTexts } from './texts.ts'

const fields = ['code'] as const
const check = bySchema(CodeForm, fields)

type SecondStepFormProps = { step: SecondStep; signIn: ReturnType<typeof useSignIn> }

/** After the password: the code of an app, a recovery code, or a passkey. */
export function SecondStepForm({ step, signIn }: SecondStepFormProps) {
  const t = useTexts(factorTexts)
  const { signOut } = useSession()
  const form = useForm({
    start: { code: '' },
    fields,
    check,
    send: (body) =>
      signIn.runForm(async () => {
        await call(factorEndpoints.takeSecondStep, { body })
        await signIn.enter()
        return 'done'
      }),
  })
  return (
    <IdentityFrame title={t.stepTitle} lead={step.code ? t.stepLead : t.stepByPasskey}>
      <IdentityForm
        {...form.props}
        submit={t.goOn}
        pending={signIn.pending}
        problem={signIn.problem}
        others={step.passkey && <PasskeyButton signIn={signIn} label={t.usePasskey} />}
      >
        <Field
          {...form.field('code')}
          label={t.stepCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          error={form.problems.code}
        />
      </IdentityForm>
      <p>
        <button type="button" className="identity-link" onClick={() => void signOut(paths.login)}>
          {t.startAgain}
        </button>
      </p>
    </IdentityFrame>
  )
}

type PasskeyButtonProps = { signIn: ReturnType<typeof useSignIn>; label: string }

/** Where the browser knows passkeys. */
export function PasskeyButton({ signIn, label }: PasskeyButtonProps) {
  if (!knowsPasskeys()) return null
  return (
    <Button
      variant="quiet"
      onClick={() =>
        void signIn.run(async () => {
          await signInByPasskey()
          await signIn.enter()
          return 'done'
        })
      }
    >
      {label}
    </Button>
  )
}

/** The same among what the browser fills into the field of the address. */
export function useOfferedPasskey(signIn: PasskeyButtonProps['signIn']): void {
  const [attempt, setAttempt] = useState(0)
  const enter = useEffectEvent((sendChosen: () => Promise<void>) =>
    signIn.run(async () => {
      await sendChosen()
      await signIn.enter()
      return 'done'
    }),
  )
  useEffect(() => {
    const ended = new AbortController()
    void offerPasskeys(ended.signal).then(async (sendChosen) => {
      if (!sendChosen || ended.signal.aborted) return
      const done = await enter(sendChosen)
      // An offer holds for minutes, and a page may stay open for hours: the next one is another.
      if (done === undefined) setAttempt(attempt + 1)
    })
    return () => ended.abort()
  }, [attempt])
}
