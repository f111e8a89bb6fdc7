import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { WebhookWithSecret } from '@portal/contract/webhooks/webhooks.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpening } from '../ui/use-opening.ts'
import { instantText } from '../ui/words/texts.ts'

type Props = { made: WebhookWithSecret; opened: boolean; onClose: () => void }
/** The secret, this once. Only its button closes the dialog, so that no stray click loses it. */
export function SecretDialog({ made, opened, onClose }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    box.current?.select()
    // Browsers give no clipboard to a page on plain HTTP; the secret is selected all the same.
    await navigator.clipboard?.writeText(made.secret)
    setCopied('clipboard' in navigator)
  }
  return (
    <Modal
      opened={useOpening(opened)}
      onClose={onClose}
      title={t('The webhook’s secret')}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap={12}>
        <Alert color="warn" variant="outline">
          {t('Copy the secret now. It is not shown again.')}
        </Alert>
        <TextInput
          ref={box}
          readOnly
          label={t('Secret')}
          description={made.url}
          value={made.secret}
          classNames={{ input: 'webhook-secret' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        {made.former_secret_until ? (
          <Text size="sm">
            {t('The former secret signs too until {when}.', { when: instantText(made.former_secret_until) })}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('Your program checks the signature of each delivery with it. Keep it like a password.')}
        </Text>
        <Group gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done', { context: 'action' })}
          </Button>
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? t('Copied', { context: 'webhook' }) : t('Copy secret')}
          </Button>
        </Group>
        <span className="sr-only" role="status">
          {isCopied ? t('Copied', { context: 'webhook' }) : ''}
        </span>
      </Stack>
    </Modal>
  )
}
