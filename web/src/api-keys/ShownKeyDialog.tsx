import type { ShownKey } from '@portal/contract/api-keys/api-keys.ts'
import { ShownOnceDialog } from '../ui/secrets/ShownOnceDialog.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { shown: ShownKey; opened: boolean; onClose: () => void }
/** The whole key, after it is created or rotated. */
export function ShownKeyDialog({ shown, ...frame }: Props) {
  const { t } = useTranslation()
  const { name, key, former_ends_at: end } = shown
  return (
    <ShownOnceDialog
      title={t('Your API key')}
      warning={t('Copy the key now. It is not shown again.')}
      label={name}
      secret={key}
      former={end !== null && t('The former secret works until {when}.', { when: instantText(end) })}
      note={t('Programs send it in the header Authorization: Bearer. Keep it like a password.')}
      copyLabel={t('Copy key')}
      {...frame}
    />
  )
}
