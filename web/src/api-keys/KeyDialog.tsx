import { Text } from '@mantine/core'
import { type ShownKey, serviceKeyInput, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ScopesField } from './ScopesField.tsx'

const lives = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'none', label: 'Never' },
]
const form = serviceKeyInput.omit({ expires_at: true }).extend({ expires: z.string() })
const { TextField, SelectField } = fieldsOf(form)
const dayMs = 86_400_000

type Props = { opened: boolean; onClose: () => void; onMade: (key: ShownKey) => void }

export function KeyDialog({ opened, onClose, onMade }: Props) {
  const { t } = useTranslation()
  const record = useRecordForm(form, { name: '', scopes: [], expires: '90' })
  const create = useAction(serviceKeys.create, { keepPlace: true, isShownInPlace: true })
  const send = async (values: Record<string, unknown>) => {
    const { name, scopes, expires } = form.parse(values)
    const expires_at = expires === 'none' ? null : new Date(Date.now() + Number(expires) * dayMs).toISOString()
    onMade(await create.mutateAsync({ body: { name, scopes, expires_at } }))
  }
  const wiring = useDialogSubmit(record, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Create API key"
      submit="Create"
      size={640}
      isBusy={create.isPending}
      first="name"
    >
      <TextField name="name" label="Name" />
      <ScopesField />
      <SelectField name="expires" label="Expires" options={lives} />
      <Text size="sm" c="dimmed">
        {t('The key acts for you and never has more rights than you. It stops when you are deactivated.')}
      </Text>
    </FormDialog>
  )
}
