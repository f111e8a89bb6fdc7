import { CheckField } from '../form/fields/CheckField.tsx'
import { PasswordField } from '../form/fields/PasswordField.tsx'
import type { FormMode } from '../form/record-form.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccessFields } from './AccessFields.tsx'
import { ProfileFields, type ProfileProps } from './ProfileFields.tsx'

type Props = ProfileProps & { mode: FormMode; isOwn: boolean }

/** Step 1 (USER-3, USER-5). */
export function ProfileStep({ mode, form, company, isOwn }: Props) {
  const { t } = useTranslation()
  const { invite } = form.state.values
  return (
    <>
      <div className="form-grid">
        <ProfileFields form={form} company={company} />
      </div>
      <h3>{t('Sign-in')}</h3>
      {mode === 'add' ? (
        <CheckField
          name="invite"
          label="Invite by e-mail"
          about="The user gets a link, valid for 7 days, to choose a password."
        />
      ) : null}
      {isOwn && mode === 'edit' ? <p className="wizard-note">{sentence(t, 'user.own-password')}</p> : null}
      {invite || isOwn ? null : (
        <>
          <div className="form-grid">
            <PasswordField name="password" label="Password" autoComplete="new-password" />
            <PasswordField name="verify_password" label="Verify Password" autoComplete="new-password" />
          </div>
          <p className="wizard-note">
            {t(
              mode === 'edit'
                ? 'Leave the password empty to keep the current one.'
                : 'At least 12 characters. Several unrelated words work best.',
            )}
          </p>
          <CheckField
            name="renew_at_sign_in"
            label={
              mode === 'edit' ? 'Ask for a new password at the next sign-in' : 'Ask for a new password at first sign-in'
            }
            about="Until then, the user can only change the password."
          />
        </>
      )}
      <AccessFields mode={mode} form={form} company={company} />
    </>
  )
}
