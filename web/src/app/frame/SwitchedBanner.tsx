import { useMutation } from '@tanstack/react-query'
import { useSession } from '../../api/session.ts'
import { switchBack } from '../../sessions/switch-back.ts'
import { notify } from '../../ui/notify.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** Names the account (SWITCH-4), for users who work in several. */
export function SwitchedBanner() {
  const { t } = useTranslation()
  const { company } = useSession()
  const back = useMutation({
    mutationFn: switchBack,
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  return (
    <div className="switched-banner" role="status">
      <span>
        {t('Operating from switched account')} · {company.name}
      </span>
      <button type="button" disabled={back.isPending} onClick={() => back.mutate()}>
        {t('Switch back')}
      </button>
    </div>
  )
}
