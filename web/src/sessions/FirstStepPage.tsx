import { Alert, Button, Loader, PasswordInput } from '@mantine/core'
import type { Due } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { newPassword } from '@portal/contract/fields.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { AppSetUp } from '../security/AppSetUp.tsx'
import { useAddPasskey } from '../security/add-passkey.ts'
import { hasPasskeys } from '../security/passkey.ts'
import { RecoveryCodes } from '../security/RecoveryCodes.tsx'
import { passwordRule } from '../ui/words/password-rule.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { failureText } from './failure-text.ts'
import { logOut } from './log-out.ts'
import { SignInFrame } from './SignInFrame.tsx'

const headings: Record<Due, string> = { password: 'Choose a new password', factor: 'Set up two-step verification' }

/** What the account asks for before anything else, one step after the other (SEC-1, SEC-6). */
export function FirstStepPage({ brandMark, onDone }: { brandMark: ReactNode; onDone: () => void }) {
  const { t } = useTranslation()
  const profile = useQuery({
    queryKey: [...queryKeyOf(profiles.user), 'due'],
    queryFn: () => call(profiles.user, {}, { keepPlace: true }),
    gcTime: 0,
    retry: false,
  })
  const due = profile.data?.due
  const isOver = due === null || profile.isError
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  const next = () => void profile.refetch()
  if (!due)
    return (
      <SignInFrame heading={t('Sign in')} brandMark={brandMark}>
        <Loader size={20} />
      </SignInFrame>
    )
  return (
    <SignInFrame heading={t(headings[due])} brandMark={brandMark}>
      {due === 'password' ? <NewPassword onDone={next} /> : <NewFactor onDone={next} />}
      <div className="sign-in-links">
        <button type="button" className="link-button" onClick={() => void logOut()}>
          {t('Logout')}
        </button>
      </div>
    </SignInFrame>
  )
}

const boxes = [
  ['old_password', 'Current password', 'current-password'],
  ['password', 'New password', 'new-password'],
] as const

function NewPassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ old_password: '', password: '' })
  const alert = useRef<HTMLDivElement>(null)
  const change = useMutation({
    mutationFn: () => call(profiles.password, { body: typed }, { keepPlace: true }),
    onSuccess: onDone,
  })
  const { error } = change
  const fields = error instanceof AppError ? error.fields : undefined
  useEffect(() => {
    if (error && !fields) alert.current?.focus()
  }, [error, fields])
  const isReady = typed.old_password !== '' && newPassword().safeParse(typed.password).success && !change.isPending
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady) change.mutate()
  }
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <p className="sign-in-text">{t('Your administrator asks you to replace the password that you were given.')}</p>
      {boxes.map(([name, label, autoComplete], at) => (
        <PasswordInput
          key={name}
          size="md"
          name={name}
          label={t(label)}
          description={name === 'password' ? passwordRule(t) : undefined}
          autoComplete={autoComplete}
          autoFocus={at === 0}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          error={fields?.[name] ? sentence(t, fields[name]) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
        />
      ))}
      {error && !fields ? (
        <Alert ref={alert} tabIndex={-1} color="bad" variant="light" role="alert">
          {failureText(error, t)}
        </Alert>
      ) : null}
      <Button size="md" type="submit" fullWidth disabled={!isReady} loading={change.isPending}>
        {t('Set the new password')}
      </Button>
    </form>
  )
}

function NewFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[] | null>(null)
  const { addPasskey, isPending } = useAddPasskey()
  const [fault, setFault] = useState<string | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const usePasskey = () => {
    setFault(null)
    addPasskey(t('My first passkey')).then(
      (given) => (given ? setCodes(given) : onDone()),
      (error: Error) => setFault(error.message),
    )
  }
  return (
    <div className="sign-in-form">
      <p className="sign-in-text">
        {t('Your account needs a second step at sign-in: a code from an app on your phone, or a passkey.')}
      </p>
      <AppSetUp onCodes={setCodes} />
      {hasPasskeys() ? (
        <Button
          size="md"
          fullWidth
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={isPending}
          onClick={usePasskey}
        >
          {t('Use a passkey instead')}
        </Button>
      ) : null}
      {fault ? (
        <Alert color="bad" variant="light" role="alert">
          {sentence(t, fault)}
        </Alert>
      ) : null}
    </div>
  )
}
