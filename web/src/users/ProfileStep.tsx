import { Select } from '@mantine/core'
import { modules, roles } from '@portal/contract/permissions.ts'
import { roleWords } from '@portal/contract/users/user-list.ts'
import { useTranslation } from 'react-i18next'
import { CheckField } from '../form/fields/CheckField.tsx'
import { PasswordField } from '../form/fields/PasswordField.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { FormMode, RecordForm } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { LookupSelect } from '../pickers/LookupSelect.tsx'
import { sentence } from '../ui/words/sentence.ts'
import type { UserCompany } from './use-companies.ts'
import { levelsForRole } from './user-form.ts'

type FieldsProps = { form: RecordForm; company: UserCompany }
export function ProfileFields({ form, company }: FieldsProps) {
  return (
    <>
      <TextField name="first_name" label="First Name" />
      <TextField name="last_name" label="Last Name" />
      <TextField name="email" label="Email" />
      <TextField name="phone" label="Phone" />
      <RoleField form={form} />
      <CompanyField company={company} />
      <LocationFields form={form} stateName="province" />
    </>
  )
}

/** What the user can do beside their permissions. */
export function AccessFields({ mode, form, company }: FieldsProps & { mode: FormMode }) {
  const canSwitchOnly = company.mayDecideSwitching && form.state.values.role === String(roles.user)
  return (
    <>
      {mode === 'add' ? null : (
        <CheckField
          name="is_active"
          label="Active"
          about="An inactive user cannot sign in, and their open sessions end immediately."
        />
      )}
      {canSwitchOnly ? (
        <CheckField
          name="isUserEligibleForAccountSwitch"
          label="Can switch accounts"
          about="Can act for customers as their Admin."
        />
      ) : null}
    </>
  )
}

type Props = FieldsProps & { mode: FormMode; isOwn: boolean }

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
        </>
      )}
      <AccessFields mode={mode} form={form} company={company} />
    </>
  )
}

function RoleField({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const { value, set, input, lock } = useField<string | null>('role', 'Role')
  return (
    <Select
      {...input}
      {...lockMark(lock)}
      data={Object.entries(roleWords).map(([key, word]) => ({ value: key, label: t(word) }))}
      value={value}
      onChange={(role) => {
        if (role === value) return
        set(role)
        for (const module of modules) form.change(module, levelsForRole(role))
      }}
      allowDeselect={false}
      withScrollArea={false}
    />
  )
}

function CompanyField({ company }: { company: UserCompany }) {
  const { value, set, input, lock } = useField<string | null>('company', 'Company')
  return <LookupSelect {...input} required {...lockMark(lock)} {...company.lookup} value={value} onChange={set} />
}
