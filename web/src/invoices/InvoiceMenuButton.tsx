import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

export function InvoiceMenuButton({
  number,
  ...props
}: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'> & { number: string }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-haspopup="menu"
      {...props}
      variant="subtle"
      color="plain"
      aria-label={t('More actions for {record}', { record: number })}
      title={t('More actions')}
    >
      <IconDotsVertical size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
