import { Button } from '@mantine/core'
import { importProviders, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../api/session.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const ImportDialog = lazily(() => import('../imports/ImportDialog.tsx'), 'ImportDialog')
const texts = { success: 'Import transactions successfully!', failure: 'Error while Importing transactions.' }

/** Imports a provider's file: provider and file are required, and valid rows are booked immediately (TXN-1, TXN-9). */
export function ImportTransactionsButton() {
  const { t } = useTranslation()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const [provider, setProvider] = useState<string | null>(null)
  const [isMissed, setMissed] = useState(false)
  if (!can(transactionImports.upload)) return null
  const query = () => {
    setMissed(provider === null)
    return provider === null ? null : { provider }
  }
  const close = () => {
    setOpen(false)
    setProvider(null)
    setMissed(false)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Import Transaction')}
      </Button>
      <WhenFirst asked={isOpen}>
        <ImportDialog
          opened={isOpen}
          title="Import Transaction"
          endpoint={transactionImports.upload}
          withPreview={false}
          query={query}
          accept={['.xls', '.xlsx']}
          note={t('xls or xlsx as the provider sent it, at most 50 MB and 200,000 rows.')}
          texts={texts}
          feature="transactions"
          onClose={close}
        >
          <ChoiceBox
            label={t('Provider')}
            required
            data={importProviders}
            value={provider}
            onChange={(chosen) => {
              setProvider(chosen)
              setMissed(false)
            }}
            error={isMissed ? t('Provider is required') : undefined}
            allowDeselect={false}
            data-autofocus
          />
        </ImportDialog>
      </WhenFirst>
    </>
  )
}
