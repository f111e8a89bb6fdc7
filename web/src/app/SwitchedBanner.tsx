import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { switchBack } from '../session/switch-back.ts'
import { notify } from '../ui/notify.ts'

/** SWITCH-4. */
export function SwitchedBanner() {
  const { t } = useTranslation()
  const back = useMutation({ mutationFn: switchBack, onError: (error) => notify.failure(t('Operation Failed!'), t(error.message)) })
  return (
    <div className="switched-banner" role="status">
      <span>{t('Operating from switched account')}</span>
      <button type="button" disabled={back.isPending} onClick={() => back.mutate()}>
        {t('Switch back')}
      </button>
    </div>
  )
}
