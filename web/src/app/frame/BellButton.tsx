import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnread } from '../../ui/notify.ts'

export function BellButton(props: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'>) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-haspopup="dialog"
      {...props}
      variant="subtle"
      color="plain"
      size={32}
      className="bell"
      data-unread={useUnread() > 0}
      aria-label={t('Messages')}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
