import { sentence } from '../words/sentence.ts'
import './load-trouble.css'
import { Button } from '@mantine/core'
import { useTranslation } from '../words/translation.ts'

type Props = { error: Error; isRetrying: boolean; onRetry: () => unknown }

/** Part of a page failed to load: why, and a button to try again. The rest of the page stays. */
export function LoadTrouble({ error, isRetrying, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="load-trouble">
      <span>{sentence(t, error.message)}</span>
      <Button variant="default" size="xs" loading={isRetrying} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
