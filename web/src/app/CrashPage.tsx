import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '../api/call.ts'
import { MessagePanel } from '../ui/MessagePanel.tsx'

/** The last net: a page that failed while it was drawn or fetched. A reload also brings in a newer release's files. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const requestId = requestIdOf(error)
  return (
    <div className="panel crash" role="alert">
      <MessagePanel
        icon={IconAlertTriangle}
        heading
        title={t('Oops! Something broke, we are working on a fix.')}
        {...(requestId ? { text: `${t('Request')} ${requestId}` } : {})}
      >
        <Button variant="default" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </MessagePanel>
    </div>
  )
}
