import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'

export function NotFoundPage({ back }: { back: { label: string; path: string } }) {
  const { t } = useTranslation()
  return (
    <div className="panel">
      <MessagePanel icon={IconMapOff} heading title={t('Page not found')} text={t('There is nothing at this address.')}>
        <Button component={Link} to={back.path} variant="default">
          {t(back.label)}
        </Button>
      </MessagePanel>
    </div>
  )
}
