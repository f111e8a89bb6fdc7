import type { WebhookWithSecret } from '@portal/contract/webhooks/webhooks.ts'
import { ShownOnceDialog } from '../ui/secrets/ShownOnceDialog.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { made: WebhookWithSecret; opened: boolean; onClose: () => void }
/** The webhook's secret, after it is created or replaced. */
export function SecretDialog({ made, ...frame }: Props) {
  const { t } = useTranslation()
  const { url, secret, former_secret_until: end } = made
  return (
    <ShownOnceDialog
      title={t('The webhook’s secret')}
      warning={t('Copy the secret now. It is not shown again.')}
      label={t('Secret')}
      description={url}
      secret={secret}
      former={end !== null && t('The former secret signs too until {when}.', { when: instantText(end) })}
      note={t('Your program checks the signature of each delivery with it. Keep it like a password.')}
      copyLabel={t('Copy secret')}
      {...frame}
    />
  )
}
