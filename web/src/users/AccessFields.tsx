import { roles } from '@portal/contract/permissions.ts'
import { CheckField } from '../form/fields/CheckField.tsx'
import type { FormMode } from '../form/record-form.ts'
import type { ProfileProps } from './ProfileFields.tsx'

/** What the user can do beside their permissions. */
export function AccessFields({ mode, form, company }: ProfileProps & { mode: FormMode }) {
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
