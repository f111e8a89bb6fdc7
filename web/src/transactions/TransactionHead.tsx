import { Button } from '@mantine/core'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import { IconMapPin } from '@tabler/icons-react'
import { RecordLink } from '../links/RecordLink.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { FoldedFact } from '../ui/record/FoldedFact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { localTimeText, moneyText, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { wordOf } from './flags.tsx'

const MapDialog = lazily(() => import('./map/MapDialog.tsx'), 'MapDialog')

/** What was bought, by whom and where, and whether it is billed (UX-1). */
export function TransactionHead({ transaction }: { transaction: Transaction }) {
  const { t, language } = useTranslation()
  const { card_id, unit_id } = transaction.links
  return (
    <RecordHead
      label="Transaction at a glance"
      status={<BillingStatus transaction={transaction} />}
      facts={
        <>
          <Fact name={t('Amount')}>
            <strong>{moneyText(transaction.txn_amount, language, transaction.currency)}</strong>
          </Fact>
          <Fact name={t('Bought')}>
            <Bought lines={transaction.txn_attr} />
          </Fact>
          <Fact name={t('Time stamp')}>{localTimeText(transaction.txn_date)}</Fact>
          <Fact name={t('Company')}>
            <RecordLink kind="company" id={transaction.txn_company}>
              {transaction.company_name}
            </RecordLink>
          </Fact>
          <FoldedFact name={t('Card number')} value={transaction.card_number}>
            <RecordLink kind="card" id={card_id}>
              {transaction.card_number}
            </RecordLink>
          </FoldedFact>
          <FoldedFact name={t('Driver name')} value={transaction.driver_name}>
            <RecordLink kind="driver" id={transaction.driver_name}>
              {transaction.driver_name}
            </RecordLink>
          </FoldedFact>
          <FoldedFact name={t('Tractor')} value={transaction.vehicle}>
            <RecordLink kind="unit" id={unit_id}>
              {transaction.vehicle}
            </RecordLink>
          </FoldedFact>
          <SiteFacts transaction={transaction} />
        </>
      }
    />
  )
}

function Bought({ lines }: { lines: Transaction['txn_attr'] }) {
  const { t, language } = useTranslation()
  return lines.map(({ dtl_id, dtl_prd_cd, dtl_qty, dtl_uom }) => (
    <span key={dtl_id} className="bought">
      {t(productWords[dtl_prd_cd as ProductCode] ?? dtl_prd_cd)}
      {dtl_uom === null ? null : ` · ${quantityText(dtl_qty, language)} ${dtl_uom}`}
    </span>
  ))
}

function SiteFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const map = useDialog<void>((_, frame) => <MapDialog transaction={transaction} {...frame} />)
  const { site, dtl_stn_no, location } = transaction
  return (
    <>
      <FoldedFact name={t('Site number')} value={dtl_stn_no}>
        <RecordLink kind="site" id={site?.id}>
          {dtl_stn_no}
        </RecordLink>
      </FoldedFact>
      {location || site ? (
        <Fact name={t('Location')}>
          {location}
          {site ? (
            <Button
              size="compact-xs"
              variant="subtle"
              className="map-button"
              leftSection={<IconMapPin size={14} aria-hidden />}
              onClick={() => map.ask()}
            >
              {t('Show on map')}
            </Button>
          ) : null}
        </Fact>
      ) : null}
      {map.dialog}
    </>
  )
}

/** Billed, to review and why, or waiting for the next run. */
function BillingStatus({ transaction: { links, is_invoiced, review, flags } }: { transaction: Transaction }) {
  const { t } = useTranslation()
  if (is_invoiced)
    return (
      <p>
        <strong>{t('Invoiced')}</strong>
        {links.invoice_number ? ' · ' : ''}
        <RecordLink kind="invoice" id={links.invoice_id}>
          {links.invoice_number}
        </RecordLink>
      </p>
    )
  if (review === 'open')
    return (
      <>
        <p>
          <strong>{t('To review')}</strong> · {flags.map((flag) => t(wordOf(flagWords, flag))).join(', ')}
        </p>
        <p className="record-note">{t('It is not billed until it is accepted.')}</p>
      </>
    )
  return (
    <p>
      <strong>{t('Not invoiced yet')}</strong>
      {review === 'accepted' ? ` · ${t('Accepted')}` : ''}
    </p>
  )
}
