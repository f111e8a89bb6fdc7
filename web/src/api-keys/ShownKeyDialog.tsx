import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ShownKey } from '@portal/contract/api-keys/api-keys.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpening } from '../ui/use-opening.ts'
import { instantText } from '../ui/words/texts.ts'

/** The whole key, this once. Only its button closes the dialog, so that no stray click loses it. */
export function ShownKeyDialog({ shown, opened, onClose }: { shown: ShownKey; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    box.current?.select()
    // Browsers give no clipboard to a page on plain HTTP; the key is selected all the same.
    await navigator.clipboard?.writeText(shown.key)
    setCopied('clipboard' in navigator)
  }
  return (
    <Modal
      opened={useOpening(opened)}
      onClose={onClose}
      title={t('Your API key')}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap={12}>
        <Alert color="warn" variant="outline">
          {t('Copy the key now. It is not shown again, and nobody can look it up.')}
        </Alert>
        <TextInput
          ref={box}
          readOnly
          label={shown.name}
          value={shown.key}
          classNames={{ input: 'shown-key' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        {shown.former_ends_at ? (
          <Text size="sm">
            {t('The former secret works until {when}.', { when: instantText(shown.former_ends_at) })}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('Programs send it in the header Authorization: Bearer. Keep it like a password.')}
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
            {isCopied ? t('Copied', { context: 'service_keys' }) : t('Copy key')}
          </Button>
        </Group>
        <span className="sr-only" role="status">
          {isCopied ? t('Copied', { context: 'service_keys' }) : ''}
        </span>
      </Stack>
    </Modal>
  )
}
