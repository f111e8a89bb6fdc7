import { Text } from '@mantine/core'
import { type PasswordInput, passwordInput, profiles } from '@portal/contract/profile/profile.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { passwordRule } from '../ui/words/password-rule.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Typed twice, because the input is hidden. */
const typedTwice = passwordInput
  .extend({ verify: z.string().min(1) })
  .refine(({ password, verify }) => password === verify, { path: ['verify'], error: 'password.differ' })
const { PasswordField } = fieldsOf(typedTwice)
const blank = { old_password: '', password: '', verify: '' }

export function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(typedTwice, blank)
  const change = useAction(profiles.password)
  // Clears the passwords when the dialog closes.
  const wiring = useDialogSubmit(
    form,
    (values) => {
      const { old_password, password } = values as PasswordInput
      return change.mutateAsync({ body: { old_password, password } })
    },
    onClose,
  )
  return (
    <FormDialog {...wiring} opened={opened} title="Change password" submit="Change password" isBusy={change.isPending}>
      <PasswordField name="old_password" label="Current Password" autoComplete="current-password" />
      <PasswordField name="password" label="New Password" autoComplete="new-password" />
      <Text size="sm" c="dimmed">
        {passwordRule(t)}
      </Text>
      <PasswordField name="verify" label="Repeat New Password" autoComplete="new-password" />
      <Text size="sm" c="dimmed">
        {t('You stay signed in here and are signed out everywhere else.')}
      </Text>
    </FormDialog>
  )
}
