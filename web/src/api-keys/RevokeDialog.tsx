import { type ServiceKey, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'

export function RevokeDialog({
  subject,
  opened,
  onClose,
}: {
  subject: ServiceKey
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const revoke = useAction(serviceKeys.remove)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Revoke API key')}
      text={t('Programs that use this key are refused at once. A revoked key cannot be used again.')}
      subject={subject.name}
      confirm="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id: subject.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
