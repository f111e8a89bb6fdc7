import { Alert, Button } from '@mantine/core'
import { isEmail } from '@portal/contract/fields.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { EmailInput } from './EmailInput.tsx'
import { failureText } from './failure-text.ts'
import { SignInFrame } from './SignInFrame.tsx'

/** Requests a link (AUTH-9). The confirmation is the same for every address, known or not. */
export function ForgotPasswordPage({ brandMark }: { brandMark: ReactNode }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const outcome = useRef<HTMLDivElement>(null)
  const ask = useMutation({
    mutationFn: () => call(session.forgotPassword, { body: { email: email.trim() } }, { keepPlace: true }),
  })
  const isGood = isEmail(email.trim())
  useEffect(() => {
    if (ask.isError || ask.isSuccess) outcome.current?.focus()
  }, [ask.isError, ask.isSuccess])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isGood && !ask.isPending) ask.mutate()
  }
  return (
    <SignInFrame heading={t('Forgot password')} brandMark={brandMark}>
      {ask.isSuccess ? (
        <Alert ref={outcome} tabIndex={-1} color="brand" variant="light" role="status">
          {t(
            'If {email} belongs to an account, we are sending it a link to choose a new password. The link works once, within 60 minutes.',
            {
              email: email.trim(),
            },
          )}
        </Alert>
      ) : (
        <form className="sign-in-form" onSubmit={submit} noValidate>
          <p className="sign-in-text">
            {t('Enter your e-mail, and we will send you a link to choose a new password.')}
          </p>
          <EmailInput value={email} onChange={setEmail} />
          {ask.isError ? (
            <Alert ref={outcome} tabIndex={-1} color="bad" variant="light" role="alert">
              {failureText(ask.error, t)}
            </Alert>
          ) : null}
          <Button size="md" type="submit" fullWidth disabled={!isGood} loading={ask.isPending}>
            {t('Send the link')}
          </Button>
        </form>
      )}
      <div className="sign-in-links">
        <a href="/">{t('Back to sign in')}</a>
      </div>
    </SignInFrame>
  )
}
