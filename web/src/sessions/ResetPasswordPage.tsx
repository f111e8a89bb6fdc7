import { Alert, Button, PasswordInput } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { newPassword } from '@portal/contract/fields.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { passwordRule } from '../ui/words/password-rule.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { failureText } from './failure-text.ts'
import { linkToken } from './link-token.ts'
import { SignInFrame } from './SignInFrame.tsx'

const invalidLink = 'auth.reset-invalid'

/** Removes the token from the address immediately, so no history, bookmark or screenshot has it (A3). */
function useLinkToken(): string | null {
  const found = linkToken(useLocation())
  const [token, setToken] = useState(found)
  const navigate = useNavigate()
  useEffect(() => {
    if (found === null) return
    setToken(found)
    navigate({ to: '/reset-password', search: {}, hash: '', replace: true })
  }, [found, navigate])
  return token
}

/** Chooses a new password with an e-mailed link (AUTH-9). */
export function ResetPasswordPage({ brandMark }: { brandMark: ReactNode }) {
  const { t } = useTranslation()
  const token = useLinkToken()
  return (
    <SignInFrame heading={t('Choose a new password')} brandMark={brandMark}>
      {token === null ? (
        <>
          <Alert color="bad" variant="light" role="alert">
            {sentence(t, invalidLink)}
          </Alert>
          <ResetLinks hasFailed />
        </>
      ) : (
        <ResetForm key={token} token={token} />
      )}
    </SignInFrame>
  )
}

function ResetLinks({ hasFailed }: { hasFailed: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="sign-in-links">
      <a href="/">{t('Back to sign in')}</a>
      {hasFailed ? <a href="/forgot-password">{t('Request a new link')}</a> : null}
    </div>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  const sent = useRef('')
  const reset = useMutation({
    mutationFn: () => call(session.resetPassword, { body: { token, password } }, { keepPlace: true }),
  })
  const checked = newPassword().safeParse(password)
  useEffect(() => {
    if (reset.isError || reset.isSuccess) outcome.current?.focus()
  }, [reset.isError, reset.isSuccess])
  // What the service says of the password itself, until another one is typed.
  const refused =
    reset.error instanceof AppError && sent.current === password ? reset.error.fields?.password : undefined
  const fault = hasTried && !checked.success ? (checked.error.issues[0]?.message ?? '') : refused
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    sent.current = password
    if (checked.success && !reset.isPending) reset.mutate()
  }
  if (reset.isSuccess)
    return (
      <>
        <Alert ref={outcome} tabIndex={-1} color="brand" variant="light" role="status">
          {t('Your password has been changed. Please sign in with the new one.')}
        </Alert>
        <ResetLinks hasFailed={false} />
      </>
    )
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <PasswordInput
        size="md"
        name="password"
        label={t('New password')}
        description={passwordRule(t)}
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fault === undefined ? undefined : sentence(t, fault)}
        visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
      />
      {reset.isError && refused === undefined ? (
        <Alert ref={outcome} tabIndex={-1} color="bad" variant="light" role="alert">
          {failureText(reset.error, t)}
        </Alert>
      ) : null}
      <Button size="md" type="submit" fullWidth loading={reset.isPending}>
        {t('Set the new password')}
      </Button>
      <ResetLinks hasFailed={reset.error instanceof AppError && reset.error.code === 'auth.reset-invalid'} />
    </form>
  )
}
