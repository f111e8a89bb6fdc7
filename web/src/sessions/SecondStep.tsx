import { AppError } from '@portal/contract/errors.ts'
import type { Challenged } from '@portal/contract/sessions/challenge.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Proof, ProofForm } from '../security/ProofForm.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { failureText } from './failure-text.ts'

type Props = {
  challenged: Challenged
  onSignedIn: (displayed: Displayed) => void
  onOver: (error: Error | null) => void
}

/** What is asked after the password (SEC-1). Once the challenge is over, sign-in begins again. */
export function SecondStep({ challenged, onSignedIn, onOver }: Props) {
  const { t } = useTranslation()
  const { challenge, methods, passkey } = challenged
  const answer = useMutation({
    mutationFn: (proof: Proof) => call(secondFactor.signIn, { body: { challenge, ...proof } }, { keepPlace: true }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof AppError && error.code === 'auth.challenge-over') onOver(error)
    },
  })
  return (
    <>
      <p className="sign-in-text">{t('Your password is right. One more step protects your account.')}</p>
      <ProofForm
        methods={methods}
        passkey={passkey}
        isBusy={answer.isPending || answer.isSuccess}
        error={answer.error ? failureText(answer.error, t) : null}
        onProof={(proof) => answer.mutate(proof)}
      />
      <div className="sign-in-links">
        <button type="button" className="link-button" onClick={() => onOver(null)}>
          {t('Use another account')}
        </button>
      </div>
    </>
  )
}
