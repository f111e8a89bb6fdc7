import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

export function NotFoundPage({ back }: { back: { label: string; path: string } }) {
  const { t } = useTranslation()
  return (
    <div className="panel">
      <MessagePanel icon={IconMapOff} heading title={t('Page not found')} text={sentence(t, 'path.not-found')}>
        <Button component={Link} to={back.path} variant="default">
          {t(back.label)}
        </Button>
      </MessagePanel>
    </div>
  )
}
