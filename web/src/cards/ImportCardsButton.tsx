import { Button, Checkbox } from '@mantine/core'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { IconFileDownload, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const ImportDialog = lazily(() => import('../imports/ImportDialog.tsx'), 'ImportDialog')
const texts = { success: 'Import ManageCard successfully!', failure: 'Error while Importing manageCard.' }

/** The two buttons above the list: download the template, and import it (CARD-13, CARD-14). */
export function ImportCardsButton() {
  const { t } = useTranslation()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const [withBalances, setWithBalances] = useState(false)
  const template = useDownload(cardImports.template, 'SampleCardTemplate.xlsx')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        loading={template.isPending}
        onClick={() => template.mutate({ query: {} })}
      >
        {t('Download Sample Card Template')}
      </Button>
      {can(cardImports.upload) ? (
        <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('Import Card')}
        </Button>
      ) : null}
      <WhenFirst asked={isOpen}>
        <ImportDialog
          opened={isOpen}
          title="Import Card"
          endpoint={cardImports.upload}
          withPreview
          accept={['.csv', '.xls', '.xlsx']}
          note={
            <>
              {t('csv, xls or xlsx, at most 50 MB and 200,000 rows.')}{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => template.mutate({ query: { format: 'csv' } })}>
                {t('Sample as CSV')}
              </Button>
            </>
          }
          query={() => (withBalances ? { balances: 'true' } : {})}
          texts={texts}
          feature="cards"
          onClose={() => setOpen(false)}
        >
          <Checkbox
            checked={withBalances}
            onChange={(event) => setWithBalances(event.currentTarget.checked)}
            label={t('Also change the balances of existing cards')}
          />
        </ImportDialog>
      </WhenFirst>
    </>
  )
}
