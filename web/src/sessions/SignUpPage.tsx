import '../form/form.css'
import { Alert, Button } from '@mantine/core'
import {
  companyEmailHint,
  companyForm,
  companyTexts,
  contactNumberHint,
  plainContactNumber,
  registration,
} from '@portal/contract/customers/registration.ts'
import { AppError } from '@portal/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { toastTexts } from '../api/toasts.ts'
import { fieldsOf } from '../form/fields.ts'
import { FormContext, focusField, useFieldList } from '../form/form-context.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { blankOf, useRecordForm, type Values } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { notify } from '../ui/notify.ts'
import { passwordRule } from '../ui/words/password-rule.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { failureText } from './failure-text.ts'
import { SignInFrame } from './SignInFrame.tsx'

const { TextField, PasswordField } = fieldsOf(companyForm)
const blank = blankOf(companyForm, companyTexts)
const unlocked = () => undefined
const texts = toastTexts['registration.signUp']

/** The browser solves the challenge on submit, so the user has nothing to do (COMP-7). */
async function send(values: Values, language: 'en' | 'fr'): Promise<null> {
  const challenge = await call(registration.challenge, {}, { keepPlace: true })
  const { solve } = await import('./solve-challenge.ts')
  const body = { ...values, language, altcha: await solve(challenge) }
  return call(registration.signUp, { body: body as typeof registration.signUp.body._zod.input }, { keepPlace: true })
}

/** The public registration (COMP-7, AUTH-9). The confirmation is the same for every address, known or not. */
export function SignUpPage({ brandMark }: { brandMark: ReactNode }) {
  const { t, language } = useTranslation()
  const form = useRecordForm(companyForm, blank)
  const { fields, register } = useFieldList()
  const outcome = useRef<HTMLDivElement>(null)
  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    const first = fields.find(({ name }) => errors[name])
    if (first) setTimeout(() => focusField(first.name), 50)
  }
  const signUp = useMutation({
    mutationFn: (values: Values) => send(values, language.startsWith('fr') ? 'fr' : 'en'),
    onSuccess: () => notify.success(t(texts.success)),
    onError: (error) => {
      notify.failure(t(texts.failure), sentence(t, error.message))
      const faults = error instanceof AppError ? error.fields : undefined
      if (!faults) return
      form.state.setErrors(faults)
      focusFirst(faults)
    },
  })
  const { isSuccess, isError, isPending, error } = signUp
  useEffect(() => {
    if (isError || isSuccess) outcome.current?.focus()
  }, [isError, isSuccess])
  if (isSuccess) return <Received brandMark={brandMark} email={String(form.state.values.email)} />
  const fault =
    error &&
    (faultWithoutField(error, fields) ?? (error instanceof AppError && error.fields ? null : failureText(error, t)))
  return (
    <SignInFrame heading={t('Sign up')} brandMark={brandMark} isWide>
      <p className="sign-in-text">
        {t('Register your company. Our staff review every registration. You get an e-mail when you can sign in.')}
      </p>
      <FormContext value={{ form, isDisabled: isPending, lockOf: unlocked, register }}>
        <form
          className="sign-up-form"
          onSubmit={form.state.onSubmit((values) => signUp.mutate(values), focusFirst)}
          noValidate
          aria-busy={isPending}
        >
          <SignUpFields form={form} />
          {fault ? (
            <Alert ref={outcome} tabIndex={-1} color="bad" variant="light" role="alert" className="sign-up-wide">
              {sentence(t, fault)}
            </Alert>
          ) : null}
          <Button size="md" type="submit" className="sign-up-wide" loading={isPending}>
            {t('Register')}
          </Button>
          <p className="sign-up-note" role="status">
            {isPending ? t('Checking that you are human. This takes a few seconds.') : ''}
          </p>
        </form>
        <LeaveGuard when={form.state.isDirty()} />
      </FormContext>
      <div className="sign-in-links">
        <a href="/">{t('Back to sign in')}</a>
      </div>
    </SignInFrame>
  )
}

/** Errors without a field here, such as for the challenge, are shown above the button. */
function faultWithoutField(error: Error, fields: readonly { name: string }[]): string | null {
  if (!(error instanceof AppError) || !error.fields) return null
  const unseen = Object.entries(error.fields).filter(([name]) => !fields.some((field) => field.name === name))
  return unseen[0]?.[1] ?? null
}

function SignUpFields({ form }: { form: ReturnType<typeof useRecordForm> }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="sign-up-wide">
        <TextField name="companyName" label="Company Name" />
      </div>
      <TextField name="firstName" label="First Name" />
      <TextField name="lastName" label="Last Name" />
      <TextField name="email" label="Email" hint={companyEmailHint} />
      <TextField name="phone" label="Contact Number" digits hint={contactNumberHint} repair={plainContactNumber} />
      <PasswordField name="pwd" label="Password" autoComplete="new-password" />
      <PasswordField name="confirmPassword" label="Confirm Password" autoComplete="new-password" />
      <p className="sign-up-note">{passwordRule(t)}</p>
      <TextField name="address1" label="Street Address 1" />
      <TextField name="address2" label="Street Address 2" />
      <LocationFields form={form} />
      <TextField name="postalCode" label="Zip Code" />
    </>
  )
}

function Received({ brandMark, email }: { brandMark: ReactNode; email: string }) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <SignInFrame heading={t('Company Created Successfully')} brandMark={brandMark}>
      <Alert ref={notice} tabIndex={-1} color="brand" variant="light" role="status">
        {t(
          'Your registration is waiting for approval. We are sending an e-mail to {email}, and another one when you can sign in.',
          { email },
        )}
      </Alert>
      <div className="sign-in-links">
        <a href="/">{t('Back to sign in')}</a>
      </div>
    </SignInFrame>
  )
}
