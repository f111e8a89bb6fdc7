import { Alert, Button, Group } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../ui/save-file.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The codes are shown once: after this only their hashes are left. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const text = codes.join('\n')
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true))
  return (
    <div className="proof-form">
      <Alert color="brand" variant="light">
        {t('Keep these recovery codes in a safe place. Each signs you in once if you lose your phone or passkey.')}
      </Alert>
      <ul className="recovery-codes" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={12}>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          {t(isCopied ? 'Codes copied' : 'Copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('Download the codes')}
        </Button>
      </Group>
      <Button fullWidth onClick={onDone}>
        {t('I stored these codes')}
      </Button>
    </div>
  )
}
