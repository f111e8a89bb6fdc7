import { Button } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'

/** After another user's change: loads the current values (FORM-7). */
export function ReloadOffer({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="alert-text">{t('Your changes are kept.')}</p>
      <Button variant="default" size="xs" onClick={onReload}>
        {t('Reload')}
      </Button>
    </>
  )
}
