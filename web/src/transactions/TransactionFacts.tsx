import { Button } from '@mantine/core'
import { imports } from '@portal/contract/imports/imports.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { salesTypeWord } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { sitePath } from '../rates/daily-rates.paths.ts'
import { lazily } from '../ui/lazily.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { localTimeText, moneyText } from '../ui/words/texts.ts'

const MapDialog = lazily(() => import('./map/MapDialog.tsx'), 'MapDialog')

/** The head of a transaction: time, company, card and site. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const map = useDialog<void>((_, frame) => <MapDialog transaction={transaction} {...frame} />)
  const [first] = transaction.txn_attr
  return (
    <section className="panel form-section" aria-labelledby="transaction-head">
      <h2 id="transaction-head">{t('Transaction')}</h2>
      <dl className="facts">
        <Fact name={t('Time stamp')}>{localTimeText(transaction.txn_date)}</Fact>
        <Fact name={t('Card number')}>{transaction.card_number}</Fact>
        <Fact name={t('Company')}>{transaction.company_name}</Fact>
        <Fact name={t('Provider')}>{transaction.provider}</Fact>
        <Fact name={t('Site number')}>
          {transaction.site && can(dailyRates.sitePrices) ? (
            <Link className="site-link" to={sitePath(transaction.site.id)}>
              {transaction.dtl_stn_no}
            </Link>
          ) : (
            transaction.dtl_stn_no
          )}
        </Fact>
        <Fact name={t('Location')}>
          {transaction.location}
          {transaction.site ? (
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
        <Fact name={t('Province/State')}>{transaction.dtl_stn_prv}</Fact>
        <Fact name={t('Amount')}>{moneyText(transaction.txn_amount, i18n.language, transaction.currency)}</Fact>
        <Fact name={t('Driver name')}>{transaction.driver_name}</Fact>
        <Fact name={t('Tractor')}>{transaction.vehicle}</Fact>
        <Fact name={t('Odometer')}>{first?.dtl_odometer}</Fact>
        <Fact name={t('Trip Number')}>{transaction.trip_number}</Fact>
        <Fact name={t('Product code')}>{first?.dtl_prd_cd}</Fact>
        <Fact name={t('Sales type')}>{first?.dtl_sls_type ? salesTypeWord(first.dtl_sls_type) : null}</Fact>
        {transaction.import_id !== null ? (
          <Fact name={t('Import no')}>
            {can(imports.get) ? (
              <Link className="site-link" to={`${importsPath}/${transaction.import_id}/view`}>
                {transaction.import_id}
              </Link>
            ) : (
              transaction.import_id
            )}
          </Fact>
        ) : null}
        <Fact name={t('Billing')}>{t(transaction.is_invoiced ? 'Invoiced' : 'Not invoiced yet')}</Fact>
      </dl>
      {map.dialog}
    </section>
  )
}
