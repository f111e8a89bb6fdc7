import '../../ui/trouble/panel.css'
import './tax-rates.css'
import { Button, Group } from '@mantine/core'
import type { TaxCandidate } from '@portal/contract/rates/tax-changes.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { Heading } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTrouble } from '../../ui/trouble/PageTrouble.tsx'
import { signedMoneyText } from '../../ui/words/figures.ts'
import { localTimeText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { taxRatesPath } from './tax-rates.paths.ts'

const size = 50

/** Invoiced lines whose taxes the rates now give differently: candidates for a credit note and a new bill (TAX-1). */
export function TaxCandidatesPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = { page, size }
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(taxRates.candidates, { id, query }),
    queryFn: ({ signal }) => call(taxRates.candidates, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <PageTrouble error={error} onRetry={refetch} />
  if (!data) return null
  const { total_count } = data.metadata
  return (
    <>
      <div className="page-head">
        <Heading>{t('Invoiced lines with other taxes')}</Heading>
        <div className="page-actions">
          <LinkButton to={taxRatesPath} icon={IconArrowLeft} label="List of Tax Rates" />
        </div>
      </div>
      <div className="panel tax-candidates">
        <p>
          {t(
            'These lines stay as billed. To bill them at the current rates, void or credit the invoice and bill again.',
          )}
        </p>
        {data.candidates.length === 0 ? (
          <p>{t('No invoiced line has other taxes.')}</p>
        ) : (
          <Candidates rows={data.candidates} />
        )}
        {total_count > size ? (
          <Group gap={12} justify="flex-end">
            <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {t('Previous')}
            </Button>
            <Button variant="default" disabled={page * size >= total_count} onClick={() => setPage(page + 1)}>
              {t('Next')}
            </Button>
          </Group>
        ) : null}
      </div>
    </>
  )
}

function Candidates({ rows }: { rows: readonly TaxCandidate[] }) {
  const { t, language } = useTranslation()
  const money = (amount: number, { currency }: TaxCandidate) => moneyText(amount, language, currency)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="tax-candidates-table" tabIndex={0} aria-label={t('Invoiced lines with other taxes')}>
      <table>
        <thead>
          <tr>
            <th>{t('Invoice')}</th>
            <th>{t('Customer')}</th>
            <th>{t('Transaction')}</th>
            <th>{t('Date')}</th>
            <th>{t('Product')}</th>
            <th className="end">{t('Tax billed')}</th>
            <th className="end">{t('Tax now')}</th>
            <th className="end">{t('Difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <RecordLink kind="invoice" id={row.invoice_id}>
                  {row.invoice_number}
                </RecordLink>
              </td>
              <td>
                <RecordLink kind="company" id={row.company_id}>
                  {row.company_name}
                </RecordLink>
              </td>
              <td>
                <RecordLink kind="transaction" id={row.txn_id}>
                  {row.authentication_id}
                </RecordLink>
              </td>
              <td>{localTimeText(row.txn_date)}</td>
              <td>{row.product}</td>
              <td className="end">{money(row.tax_billed, row)}</td>
              <td className="end">{money(row.tax_now, row)}</td>
              <td className="end">{signedMoneyText(row.difference, language, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
