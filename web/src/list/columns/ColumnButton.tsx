import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

export function ColumnButton(props: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'>) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-haspopup="menu"
      {...props}
      variant="default"
      size={30}
      aria-label={t('Columns')}
      title={t('Columns')}
    >
      <IconColumns3 size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
