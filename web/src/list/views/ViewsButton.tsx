import { Button } from '@mantine/core'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
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
