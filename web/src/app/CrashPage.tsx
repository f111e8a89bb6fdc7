import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { requestIdOf } from '../api/call.ts'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { offlineWords, useOnline } from '../ui/trouble/offline.ts'
import { useTranslation } from '../ui/words/translation.ts'

/**
 * Shown when a page fails to render or load. Reloading also fetches the files of a newer release. Offline, it waits for
 * the connection (FORM-9).
 */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const requestId = requestIdOf(error)
  const isOnline = useOnline()
  const [wasOffline] = useState(!isOnline)
  useEffect(() => {
    if (wasOffline && isOnline) location.reload()
  }, [wasOffline, isOnline])
  const text = wasOffline ? t(offlineWords) : requestId ? `${t('Request')} ${requestId}` : null
  return (
    <div className="panel crash" role="alert">
      <MessagePanel
        icon={IconAlertTriangle}
        heading
        title={t('Oops! Something broke, we are working on a fix.')}
        {...(text ? { text } : {})}
      >
        <Button variant="default" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </MessagePanel>
    </div>
  )
}
