import { Alert, Button, PasswordInput } from '@mantine/core'
import { isEmail } from '@portal/contract/fields.ts'
import type { Challenged } from '@portal/contract/sessions/challenge.ts'
import { type Displayed, session } from '@portal/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { writeDisplayCookies } from './display-cookies.ts'
import { EmailInput } from './EmailInput.tsx'
import { failureText } from './failure-text.ts'
import { keepChosenLanguage } from './person-language.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { forgetEnded, hasEnded } from './session-storage.ts'

type Props = { heading: string; brandMark: ReactNode; signUpUrl: string; forgotUrl: string; onSignedIn: () => void }

export function SignInPage({ heading, brandMark, signUpUrl, forgotUrl, onSignedIn }: Props) {
  const { t } = useTranslation()
  return (
    <SignInFrame heading={heading} brandMark={brandMark}>
      <p className="sign-in-lead">
        {t('The fuel cards of your fleet in one place: every purchase, its price and your invoices.')}
      </p>
      {hasEnded() ? (
        <Alert color="gray" role="status" mb={16}>
          {t('Your session has ended. Please sign in again.')}
        </Alert>
      ) : null}
      <SignInSteps onSignedIn={onSignedIn}>
        <div className="sign-in-links">
          <a href={signUpUrl}>{t('Sign up')}</a>
          <a href={forgotUrl}>{t('Forgot password?')}</a>
        </div>
      </SignInSteps>
    </SignInFrame>
  )
}

const SecondStep = lazy(() => import('./SecondStep.tsx').then((loaded) => ({ default: loaded.SecondStep })))

/** E-mail and password, then the second step of those who have one (SEC-1). */
function SignInSteps({ onSignedIn, children }: { onSignedIn: () => void; children: ReactNode }) {
  const [challenged, setChallenged] = useState<Challenged | null>(null)
  const [over, setOver] = useState<Error | null>(null)
  const finish = async (displayed: Displayed) => {
    await keepChosenLanguage()
    forgetEnded()
    writeDisplayCookies(displayed)
    onSignedIn()
  }
  const restart = (error: Error | null) => {
    setOver(error)
    setChallenged(null)
  }
  if (challenged)
    return (
      <Suspense fallback={null}>
        <SecondStep challenged={challenged} onSignedIn={finish} onOver={restart} />
      </Suspense>
    )
  return (
    <>
      <SignInForm over={over} onSignedIn={finish} onChallenged={setChallenged} />
      {children}
    </>
  )
}

type FormProps = {
  /** Why the second step ended without a session. */
  over: Error | null
  onSignedIn: (displayed: Displayed) => Promise<void>
  onChallenged: (challenged: Challenged) => void
}
function SignInForm({ over, onSignedIn, onChallenged }: FormProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const alert = useRef<HTMLDivElement>(null)
  const login = useMutation({
    mutationFn: () => call(session.login, { body: { username: email.trim(), password } }, { keepPlace: true }),
    onSuccess: (reply) => ('challenge' in reply ? onChallenged(reply) : onSignedIn(reply)),
  })
  const isReady = isEmail(email.trim()) && password !== '' && !login.isPending && !login.isSuccess
  const error = login.error ?? over
  useEffect(() => {
    if (error) alert.current?.focus()
  }, [error])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady) login.mutate()
  }
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <EmailInput value={email} onChange={setEmail} />
      <PasswordInput
        size="md"
        name="password"
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
      />
      {error ? (
        <Alert ref={alert} tabIndex={-1} color="bad" variant="light" role="alert">
          {failureText(error, t)}
        </Alert>
      ) : null}
      <Button size="md" type="submit" fullWidth disabled={!isReady} loading={login.isPending}>
        {t('Sign in')}
      </Button>
    </form>
  )
}
