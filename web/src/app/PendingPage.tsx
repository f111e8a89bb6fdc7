import { Loader } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { SessionContext } from '../api/session.ts'
import { wasSwitched } from '../sessions/session-storage.ts'

/**
 * While a page is on its way. Before it is known who is here, the kept flag holds the banner's place, so that nothing
 * jumps (SWITCH-4).
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
