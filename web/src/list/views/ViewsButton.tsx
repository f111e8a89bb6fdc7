import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import type { ListView } from '../use-list-view.ts'

const ViewsMenu = lazily(() => import('./ViewsMenu.tsx'), 'ViewsMenu')

export function ViewsButton({ view }: { view: ListView }) {
  const { t } = useTranslation()
  const button = (
    <Button size="xs" variant="default" aria-haspopup="dialog">
      {t('Presets')}
    </Button>
  )
  return <LazyMenu menu={ViewsMenu} button={button} view={view} />
}
