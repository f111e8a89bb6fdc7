import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

export function DownloadMenuButton(props: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'>) {
  const { t } = useTranslation()
  const name = t('Other file formats')
  return (
    <Button aria-haspopup="menu" {...props} variant="default" size="xs" px={6} aria-label={name} title={name}>
      <IconChevronDown size={14} aria-hidden />
    </Button>
  )
}
