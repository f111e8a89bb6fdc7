import { Alert } from '@mantine/core'
import type { BatchPreview } from '@portal/contract/journal/journal.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccountSums } from './AccountSums.tsx'
import { JournalFacts } from './JournalFacts.tsx'
import { journalAccountsPath } from './journal.paths.ts'

/** What a batch would hold in one currency, and why it would be refused. */
export function ExportPreview({ preview, from }: { preview: BatchPreview; from: string }) {
  const { t, language } = useTranslation()
  const { currency, entries, late, earlier, fault, fault_message } = preview
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <section className="journal-preview" aria-label={currency}>
      <h2>{currency}</h2>
      {fault ? (
        <Alert color="bad" variant="outline" role="alert">
          {sentence(t, fault_message, fault)}{' '}
          <PageLink to={journalAccountsPath}>{t('General-ledger accounts')}</PageLink>
        </Alert>
      ) : null}
      {earlier > 0 ? (
        <Alert color="warn" variant="outline">
          {t('Dated before {day} and in no batch: {count}. Choose an earlier first day to include them.', {
            day: dateText(from),
            count: earlier,
          })}
        </Alert>
      ) : null}
      <JournalFacts
        facts={[
          [t('Entries'), entries.toLocaleString(language)],
          [t('Entered after their day was exported'), late.toLocaleString(language)],
          [t('Debits'), money(preview.debit_total)],
          [t('Credits'), money(preview.credit_total)],
          [t('Unbilled cost, in no entry'), money(preview.unbilled_cost)],
          [t('Billed without a known cost'), money(preview.uncosted)],
        ]}
      />
      {entries > 0 ? (
        <AccountSums
          accounts={preview.accounts}
          currency={currency}
          debit={preview.debit_total}
          credit={preview.credit_total}
        />
      ) : null}
    </section>
  )
}
