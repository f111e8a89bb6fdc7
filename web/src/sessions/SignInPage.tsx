import { Alert, Button, PasswordInput } from '@mantine/core'
import { isEmail } from '@portal/contract/fields.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
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
      <SignInForm onSignedIn={onSignedIn} />
      <div className="sign-in-links">
        <a href={signUpUrl}>{t('Sign up')}</a>
        <a href={forgotUrl}>{t('Forgot password?')}</a>
      </div>
    </SignInFrame>
  )
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const alert = useRef<HTMLDivElement>(null)
  const login = useMutation({
    mutationFn: () => call(session.login, { body: { username: email.trim(), password } }, { keepPlace: true }),
    onSuccess: async (displayed) => {
      await keepChosenLanguage()
      forgetEnded()
      writeDisplayCookies(displayed)
      onSignedIn()
    },
  })
  const isReady = isEmail(email.trim()) && password !== '' && !login.isPending && !login.isSuccess
  useEffect(() => {
    if (login.isError) alert.current?.focus()
  }, [login.isError])
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
      {login.isError ? (
        <Alert ref={alert} tabIndex={-1} color="bad" variant="light" role="alert">
          {failureText(login.error, t)}
        </Alert>
      ) : null}
      <Button size="md" type="submit" fullWidth disabled={!isReady} loading={login.isPending}>
        {t('Sign in')}
      </Button>
    </form>
  )
}
