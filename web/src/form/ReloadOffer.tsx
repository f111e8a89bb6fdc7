import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Why, where a button offers the way out: the service's sentence names it too, for those who have no button. */
export const changedElsewhere = 'Another user changed this record while you were editing it.'

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
