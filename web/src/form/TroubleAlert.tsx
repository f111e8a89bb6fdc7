import { Alert } from '@mantine/core'
import { useCurrentWords } from '../ui/trouble/offline.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { changedElsewhere } from './changed-elsewhere.ts'
import { ReloadOffer } from './ReloadOffer.tsx'
import type { Trouble } from './use-saving.ts'

/** An error that belongs to no field, with a way to fix it. */
export function TroubleAlert({ trouble, onReload }: { trouble: Trouble; onReload: (() => void) | undefined }) {
  const { t } = useTranslation()
  const words = useCurrentWords(trouble.message)
  const offersReload = trouble.isStale && onReload
  return (
    <Alert
      className="form-alert"
      color="bad"
      variant="outline"
      role="alert"
      title={offersReload ? t(changedElsewhere) : sentence(t, words)}
    >
      {offersReload ? <ReloadOffer onReload={onReload} /> : null}
      {trouble.isSignedOut ? (
        <p className="alert-text">
          {t('Your changes are still here. Sign in again in a new tab, then come back and save.')}{' '}
          <a href="/" target="_blank" rel="noopener">
            {t('Sign in')}
          </a>
        </p>
      ) : null}
      {trouble.requestId ? (
        <p className="request-id">
          {t('Request')} {trouble.requestId}
        </p>
      ) : null}
    </Alert>
  )
}
