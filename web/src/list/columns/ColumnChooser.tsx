import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import type { ColumnChoice } from './ColumnMenu.tsx'

const ColumnMenu = lazily(() => import('./ColumnMenu.tsx'), 'ColumnMenu')

export function ColumnChooser(choice: ColumnChoice) {
  const { t } = useTranslation()
  const button = (
    <ActionIcon aria-haspopup="dialog" variant="default" size={30} aria-label={t('Columns')} title={t('Columns')}>
      <IconColumns3 size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
  return <LazyMenu menu={ColumnMenu} button={button} {...choice} />
}
