import { Text } from '@mantine/core'
import { type ServiceKey, type ShownKey, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

const overlaps = [
  { value: '0', label: 'Not at all' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
]
const form = z.object({ overlap: z.string() })
const { SelectField } = fieldsOf(form)

type Props = { subject: ServiceKey; opened: boolean; onClose: () => void; onMade: (key: ShownKey) => void }

/** A new secret for a key; the former one goes on for a while, so that no program fails meanwhile. */
export function RotateDialog({ subject, opened, onClose, onMade }: Props) {
  const { t } = useTranslation()
  const record = useRecordForm(form, { overlap: '24' })
  const rotate = useAction(serviceKeys.rotate, { keepPlace: true, isShownInPlace: true })
  const send = async (values: Record<string, unknown>) => {
    const overlap_hours = Number(form.parse(values).overlap)
    onMade(await rotate.mutateAsync({ params: { id: subject.id }, body: { overlap_hours } }))
  }
  const wiring = useDialogSubmit(record, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Rotate API key" submit="Rotate" isBusy={rotate.isPending}>
      <Text fw={600}>{subject.name}</Text>
      <Text size="sm">
        {t('The key gets a new secret, which is shown once. Give it to the programs that use the key.')}
      </Text>
      <SelectField name="overlap" label="The former secret still works for" options={overlaps} />
    </FormDialog>
  )
}
