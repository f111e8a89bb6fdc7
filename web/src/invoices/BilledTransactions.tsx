import '../list/list.css'
import '../list/table/list-table.css'
import { Button } from '@mantine/core'
import type { BilledTransaction, Invoice } from '@portal/contract/invoices/invoices.ts'
import { defaultSize } from '@portal/contract/list.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordLink } from '../links/RecordLink.tsx'
import { FilterField } from '../list/filters/FilterField.tsx'
import { ListFooter } from '../list/ListFooter.tsx'
import { localTimeText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type BilledField, type BilledQuery, billedFilters, filterBilled } from './billed-filter.ts'

const columns: readonly { key: BilledField; header: string; align?: 'end' }[] = [
  { key: 'auth_code', header: 'Auth code' },
  { key: 'timestamp', header: 'Time stamp' },
  { key: 'merchant_number', header: 'Merchant number' },
  { key: 'merchant_city', header: 'Merchant city' },
  { key: 'amount', header: 'Amount', align: 'end' },
]
type Props = { invoice: Invoice; billed: readonly BilledTransaction[] }

/** The billed transactions (INV-4). They all come with the invoice, so filters and pages need no calls. */
export function BilledTransactions({ invoice, billed }: Props) {
  const { t } = useTranslation()
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const [query, setQuery] = useState<BilledQuery>({})
  const [{ page, size }, setPlace] = useState<{ page: number; size: number }>({ page: 1, size: defaultSize })
  const found = filterBilled(billed, query)
  const total_pages = Math.max(1, Math.ceil(found.length / size))
  const shownPage = Math.min(page, total_pages)
  const rows = found.slice((shownPage - 1) * size, shownPage * size)
  const isFiltered = Object.values(query).some((text) => text !== '')
  const ask = (changed: BilledQuery) => {
    setQuery(changed)
    setPlace({ page: 1, size })
  }
  const metadata = { page: shownPage, size, total_count: found.length, total_pages, total_kind: 'exact' as const }
  return (
    <section className="panel list-panel" aria-labelledby="billed">
      <div className="invoice-heading billed-head">
        <h2 id="billed">{t('Billed Fuel Invoices')}</h2>
        <div className="page-actions">
          {isFiltered ? (
            <Button size="xs" variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={() => ask({})}>
              {t('Clear filters')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="default"
            aria-expanded={areFiltersOpen}
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => setFiltersOpen(!areFiltersOpen)}
          >
            {t('Advanced Filter')}
          </Button>
        </div>
      </div>
      {areFiltersOpen ? <BilledFilters query={query} onChange={ask} /> : null}
      {billed.length < invoice.transaction_count ? (
        <p className="billed-note">
          {t('Showing the first {shown} of {count}.', { shown: billed.length, count: invoice.transaction_count })}
        </p>
      ) : null}
      <BilledTable invoice={invoice} rows={rows} found={found} isFiltered={isFiltered} />
      {found.length === 0 ? (
        <p className="billed-note">{t(isFiltered ? 'No Record found' : 'No transaction records to show')}</p>
      ) : null}
      <ListFooter
        page={{ metadata, rows: rows.map(({ txn_id }) => ({ id: txn_id })) }}
        isPhone={false}
        onPage={(wanted) => setPlace({ page: wanted, size })}
        onSize={(wanted) => setPlace({ page: 1, size: wanted })}
      />
    </section>
  )
}

function BilledFilters({ query, onChange }: { query: BilledQuery; onChange: (query: BilledQuery) => void }) {
  const { t } = useTranslation()
  return (
    <div className="filter-strip">
      {columns.map(({ key, header }) => (
        <div key={key}>
          <span aria-hidden className="filter-label">
            {t(header)}
          </span>
          <FilterField
            name={t(header)}
            spec={billedFilters[key]}
            value={query[key] ?? ''}
            further={[]}
            onChange={(text) => onChange({ ...query, [key]: text })}
          />
        </div>
      ))}
    </div>
  )
}

type TableProps = {
  invoice: Invoice
  rows: readonly BilledTransaction[]
  found: readonly BilledTransaction[]
  isFiltered: boolean
}

function BilledTable({ invoice, rows, found, isFiltered }: TableProps) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, invoice.currency)
  const ofFound = fromUnits(
    found.reduce((sum, { amount }) => sum + toUnits(amount, 'money'), 0),
    'money',
  )
  // A long invoice's transactions are truncated, so show its own total instead of their sum.
  const total = isFiltered ? ofFound : invoice.total_amount
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="list-region" aria-label={t('Transactions')} tabIndex={0}>
      <table className="list-table billed-table">
        <thead>
          <tr>
            {columns.map(({ key, header, align }) => (
              <th key={key} scope="col" data-align={align}>
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.txn_id}>
              <td>
                <RecordLink kind="transaction" id={row.txn_id}>
                  {row.auth_code}
                </RecordLink>
              </td>
              <td>{localTimeText(row.timestamp)}</td>
              <td data-label={t('Merchant number')}>{row.merchant_number ?? nothing}</td>
              <td>{row.merchant_city ?? nothing}</td>
              <td data-align="end">{money(row.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t(isFiltered ? 'Total of transactions shown' : 'Total')}
            </th>
            <td data-align="end">{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
