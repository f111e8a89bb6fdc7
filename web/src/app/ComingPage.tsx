import { Button } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MessagePanel } from '../ui/MessagePanel.tsx'

/** Said plainly, with no dead buttons. */
export function ComingPage({ title, back }: { title: string; back?: { label: string; path: string } }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <h1>{t(title)}</h1>
      </div>
      <div className="panel">
        <MessagePanel icon={IconTools} title={t('This part of the portal is not available yet.')} text={t('It will appear here once it is ready.')}>
          {back ? (
            <Button component={Link} to={back.path} variant="default">
              {t(back.label)}
            </Button>
          ) : null}
        </MessagePanel>
      </div>
    </>
  )
}
