import { Button } from '@mantine/core'
import { type Webhook, type WebhookWithSecret, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { IconArrowLeft, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend } from '@tabler/icons-react'
import { toList } from '../api/list-address.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { webhooksPath } from './webhooks.paths.ts'

const WebhookDialog = lazily(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const SecretDialog = lazily(() => import('./SecretDialog.tsx'), 'SecretDialog')

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { id, url, events, status, version } = webhook
  const isPaused = status === 'paused'
  const update = useAction(webhooks.update)
  const test = useAction(webhooks.test)
  const rotate = useRotation(webhook)
  const form = useDialog((at: number, frame) => <WebhookDialog key={at} webhook={webhook} {...frame} />)
  const turn = () =>
    update.mutate({ params: { id }, body: { url, events, status: isPaused ? 'active' : 'paused', version } })
  const Turn = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <div className="page-actions">
      <LinkButton {...toList(webhooksPath)} icon={IconArrowLeft} label="Webhooks" />
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => form.ask(Date.now())}>
        {t('Edit')}
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={rotate.ask}>
        {t('Rotate secret')}
      </Button>
      <Button variant="default" loading={update.isPending} leftSection={<Turn size={16} aria-hidden />} onClick={turn}>
        {t(isPaused ? 'Resume' : 'Pause', { context: 'webhook' })}
      </Button>
      {isPaused ? null : (
        <Button
          loading={test.isPending}
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => test.mutate({ params: { id } })}
        >
          {t('Send a test')}
        </Button>
      )}
      {form.dialog}
      {rotate.dialogs}
    </div>
  )
}

/** Asks first, and then shows the new secret. */
function useRotation({ id, url }: Webhook) {
  const { t } = useTranslation()
  const rotate = useAction(webhooks.rotateSecret)
  const secret = useDialog((made: WebhookWithSecret, frame) => (
    <SecretDialog key={made.secret} made={made} {...frame} />
  ))
  const question = useDialog<void>((_, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={t('Rotate secret')}
      text={t('The webhook gets a new secret, which is shown once. The former one signs too for 24 hours.')}
      subject={url}
      confirm="Rotate"
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id } }, { onSuccess: secret.ask, onSettled: onClose })}
      onCancel={onClose}
    />
  ))
  return {
    ask: () => question.ask(),
    dialogs: (
      <>
        {question.dialog}
        {secret.dialog}
      </>
    ),
  }
}
