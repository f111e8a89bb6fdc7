import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { useTranslation } from '../words/translation.ts'
import './shown-once.css'

type Props = {
  title: string
  /** That this is the only chance to copy it. */
  warning: string
  label: string
  description?: string
  secret: string
  /** How long the one before still counts, if it does. */
  former: string | false
  /** What it is for. */
  note: string
  copyLabel: string
  opened: boolean
  onClose: () => void
}
/** A secret, this once. Only its button closes the dialog, so that no stray click loses it. */
export function ShownOnceDialog({ title, warning, secret, former, note, copyLabel, opened, onClose, ...field }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    box.current?.select()
    // Browsers give no clipboard to a page on plain HTTP; the secret is selected all the same.
    await navigator.clipboard?.writeText(secret)
    setCopied('clipboard' in navigator)
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap={12}>
        <Alert color="warn" variant="outline">
          {warning}
        </Alert>
        <TextInput
          {...field}
          ref={box}
          readOnly
          value={secret}
          classNames={{ input: 'shown-once' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        {former ? <Text size="sm">{former}</Text> : null}
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <Group gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done', { context: 'button' })}
          </Button>
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? t('Copied') : copyLabel}
          </Button>
        </Group>
        <span className="sr-only" role="status">
          {isCopied ? t('Copied') : ''}
        </span>
      </Stack>
    </Dialog>
  )
}
