import { sentence } from '../words/sentence.ts'
import './panel.css'
import { Button } from '@mantine/core'
import type { AppError } from '@portal/contract/errors.ts'
import { IconMapOff } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../words/translation.ts'
import { MessagePanel } from './MessagePanel.tsx'

/** The list that an address such as `/managercards/7/view` belongs to. */
const listOf = (pathname: string): string => pathname.replace(/(\/sites)?\/[^/]+\/[^/]+\/?$/, '') || '/'

/** The not-found panel for a missing record (NAV-6), with a link to its list. */
export function MissingRecord({ error }: { error: AppError }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className="panel">
      <MessagePanel icon={IconMapOff} heading title={t('Record not found')} text={sentence(t, error.message)}>
        <Button component={Link} to={listOf(pathname)} variant="default">
          {t('Back to the list')}
        </Button>
      </MessagePanel>
    </div>
  )
}
