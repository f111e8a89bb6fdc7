import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog/Dialog.tsx'
import { useTranslation } from './words/translation.ts'

type Props = {
  opened: boolean
  title: string
  text: string
  /** The record or the number that the question is about. */
  subject?: ReactNode
  /** What the action does besides. */
  note?: string | null
  confirm: string
  cancel?: string
  danger?: boolean
  /** Cancelling is the prominent choice, for questions about losing something. */
  isSafer?: boolean
  busy?: boolean
  /** Something prevents the action, and the text says what. */
  blocked?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** After it has closed and the focus is free. */
  onGone?: () => void
}

/** The safe choice has the focus, so Enter by habit changes nothing. */
export function ConfirmDialog({
  opened,
  title,
  text,
  subject,
  note = null,
  confirm,
  cancel = 'Cancel',
  danger = false,
  isSafer = false,
  busy = false,
  blocked = false,
  onConfirm,
  onCancel,
  onGone,
}: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title={title}
      size={440}
      {...(onGone ? { onExitTransitionEnd: onGone } : {})}
    >
      <Text>{text}</Text>
      {subject ? (
        <Text mt={8} fw={600}>
          {subject}
        </Text>
      ) : null}
      {note ? (
        <Text mt={8} size="sm">
          {note}
        </Text>
      ) : null}
      <Group mt={20} gap={12} justify="flex-end">
        <Button variant={isSafer ? 'filled' : 'default'} data-autofocus onClick={onCancel}>
          {t(cancel)}
        </Button>
        <Button
          {...(danger ? { color: 'bad' } : {})}
          variant={isSafer ? 'default' : 'filled'}
          loading={busy}
          disabled={blocked}
          onClick={onConfirm}
        >
          {t(confirm, { context: 'action' })}
        </Button>
      </Group>
    </Dialog>
  )
}
