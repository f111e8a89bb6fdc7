import { salesTypeWord } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { FoldedFact } from '../ui/record/FoldedFact.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** What the head does not say, without empty fields. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { dtl_odometer, dtl_prd_cd, dtl_sls_type } = transaction.txn_attr[0] ?? {}
  const import_id = transaction.import_id
  return (
    <section className="panel form-section" aria-labelledby="transaction-head">
      <h2 id="transaction-head">{t('Transaction')}</h2>
      <dl className="facts">
        <FoldedFact name={t('Provider')} value={transaction.provider} />
        <FoldedFact name={t('Province/State')} value={transaction.dtl_stn_prv} />
        <FoldedFact name={t('Odometer')} value={dtl_odometer} />
        <FoldedFact name={t('Trip Number')} value={transaction.trip_number} />
        <FoldedFact name={t('Product code')} value={dtl_prd_cd} />
        <FoldedFact name={t('Sales type')} value={dtl_sls_type ? salesTypeWord(dtl_sls_type) : null} />
        <FoldedFact name={t('Import no')} value={import_id}>
          <RecordLink kind="import" id={import_id}>
            {import_id}
          </RecordLink>
        </FoldedFact>
      </dl>
    </section>
  )
}
