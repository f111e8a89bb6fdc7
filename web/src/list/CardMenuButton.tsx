import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

export function CardMenuButton({
  record,
  ...props
}: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'> & { record: string }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-haspopup="menu"
      {...props}
      variant="subtle"
      color="plain"
      size={36}
      aria-label={t('Actions for {record}', { record })}
      className="list-card-menu"
    >
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  )
}
