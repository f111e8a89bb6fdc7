import { Loader } from '@mantine/core'
import { use } from 'react'
import { SessionContext } from '../api/session.ts'
import { wasSwitched } from '../sessions/session-storage.ts'
import { useTranslation } from '../ui/words/translation.ts'

/**
 * Shown while a page loads. Until the session is known, the stored flag reserves the banner's space, so nothing shifts
 * (SWITCH-4).
 */
export function PendingPage() {
  const { t } = useTranslation()
  const isUnknown = use(SessionContext) === null
  return (
    <>
      {isUnknown && wasSwitched() ? (
        <div className="switched-banner" role="status">
          <span>{t('Operating from switched account')}</span>
        </div>
      ) : null}
      <Loader className="page-loader" aria-hidden />
    </>
  )
}
