import { Text } from '@mantine/core'
import { type Passkey, passkeyName, secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useAddPasskey } from './add-passkey.ts'

const named = z.object({ name: passkeyName() })
const { TextField } = fieldsOf(named)

type Frame = { opened: boolean; onClose: () => void }
/** The browser asks for the passkey after the name is given. */
export function AddPasskeyDialog({ onCodes, ...frame }: Frame & { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(named, { name: '' })
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
      <TextField name="name" label="Name of the passkey" isFirst placeholder={t('Such as: office computer')} />
    </FormDialog>
  )
}

export function RenamePasskeyDialog({ passkey, opened, onClose }: Frame & { passkey: Passkey }) {
  const form = useRecordForm(named, { name: passkey.name })
  const rename = useAction(secondFactor.renamePasskey, { isShownInPlace: true })
  const send = ({ name }: Record<string, unknown>) =>
    rename.mutateAsync({ params: { id: passkey.id }, body: { name: String(name) } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Rename the passkey" submit="Rename" isBusy={rename.isPending}>
      <TextField name="name" label="Name of the passkey" isFirst />
    </FormDialog>
  )
}
