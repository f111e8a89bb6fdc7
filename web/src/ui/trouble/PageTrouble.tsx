import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sentence } from '../words/sentence.ts'
import { useTranslation } from '../words/translation.ts'
import { MessagePanel } from './MessagePanel.tsx'
import { MissingRecord } from './MissingRecord.tsx'
import { isMissing } from './missing.ts'

type Props = { error: Error; onRetry: () => unknown; children?: ReactNode }
/** A page whose record failed to load: why, and what to do. */
export function PageTrouble({ error, onRetry, children }: Props) {
  const { t } = useTranslation()
  if (isMissing(error)) return <MissingRecord error={error} />
  return (
    <MessagePanel
      heading
      icon={IconAlertTriangle}
      title={t('Error while performing operation. Please refresh your browser')}
      text={sentence(t, error.message)}
    >
      <Button variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
      {children}
    </MessagePanel>
  )
}
