import { type Passkey, secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { namedPasskey, PasskeyNameField } from './passkey-fields.ts'

type Frame = { opened: boolean; onClose: () => void }
export function RenamePasskeyDialog({ passkey, opened, onClose }: Frame & { passkey: Passkey }) {
  const form = useRecordForm(namedPasskey, { name: passkey.name })
  const rename = useAction(secondFactor.renamePasskey, { isShownInPlace: true })
  const send = ({ name }: Record<string, unknown>) =>
    rename.mutateAsync({ params: { id: passkey.id }, body: { name: String(name) } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Rename the passkey" submit="Rename" isBusy={rename.isPending}>
      <PasskeyNameField name="name" label="Name of the passkey" isFirst />
    </FormDialog>
  )
}
