import { Text } from '@mantine/core'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { useAddPasskey } from './add-passkey.ts'
import { namedPasskey, PasskeyNameField } from './passkey-fields.ts'

type Frame = { opened: boolean; onClose: () => void }
/** The browser asks for the passkey after the name is given. */
export function AddPasskeyDialog({ onCodes, ...frame }: Frame & { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(namedPasskey, { name: '' })
  const { addPasskey, isPending } = useAddPasskey()
  const wiring = useDialogSubmit(
    form,
    async ({ name }) => {
      const codes = await addPasskey(String(name))
      if (codes) onCodes(codes)
    },
    frame.onClose,
  )
  return (
    <FormDialog {...wiring} opened={frame.opened} title="Add a passkey" submit="Continue" isBusy={isPending}>
      <Text size="sm">
        {t('A passkey is kept by this device, your phone or a security key. It works only on this address.')}
      </Text>
      <PasskeyNameField name="name" label="Name of the passkey" isFirst placeholder={t('Such as: office computer')} />
    </FormDialog>
  )
}
