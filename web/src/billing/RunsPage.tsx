import './billing.css'
import { Button } from '@mantine/core'
import { type BillingRun, billingRuns, runStatusWords } from '@portal/contract/billing/billing-runs.ts'
import { IconArrowLeft, IconPlayerPlay, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { ActiveRuns } from './ActiveRuns.tsx'
import { runsPath, settingsPath } from './billing.paths.ts'

const NewRunDialog = lazy(() => import('./NewRunDialog.tsx').then((module) => ({ default: module.NewRunDialog })))

const totalsText = (totals: BillingRun['totals'], locale: string): string =>
  totals.map(({ currency, total }) => moneyText(total, locale, currency)).join(' · ') || nothing

const columns: Column<BillingRun>[] = [
  { key: 'id', header: 'Id', hidden: true },
  {
    key: 'end_date',
    header: 'Period',
    priority: 1,
    phone: 'title',
    cell: (_, run) => `${dateText(run.start_date)} – ${dateText(run.end_date)}`,
  },
  {
    key: 'status',
    header: 'Status',
    priority: 2,
    phone: 'badge',
    cell: (value) => <StatusBadge word={runStatusWords[value]} />,
  },
  { key: 'issued_date', header: 'Issued', cell: (value) => dateText(value) },
  { key: 'customers_done', header: 'Customers', align: 'end' },
  { key: 'invoices_made', header: 'Invoices made', priority: 4, align: 'end', phone: 'line' },
  {
    key: 'totals',
    header: 'Total',
    priority: 3,
    align: 'end',
    phone: 'line',
    cell: (value, _, locale) => totalsText(value, locale),
  },
  { key: 'carried', header: 'Carried', align: 'end' },
  { key: 'user_name', header: 'By' },
  { key: 'created_at', header: 'Started', phone: 'line', cell: (value) => instantText(value) },
]

/** The runs that made invoices, what is under way on top, and the way to a new one (INV-11). */
export function RunsPage() {
  const { t } = useTranslation()
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ListPage
        title="Billing Runs"
        path={runsPath}
        endpoint={billingRuns.list}
        columns={columns}
        nameOf={(run) => `${dateText(run.start_date)} – ${dateText(run.end_date)}`}
        empty={{ none: 'No Billing Run records to show', filtered: 'No Record found' }}
        get={billingRuns.get}
        intro={<ActiveRuns />}
        headActions={
          <>
            <Button
              component={Link}
              {...toList(invoicesPath)}
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
            >
              {t('Back to Invoices')}
            </Button>
            {can({ can: 'invoices.update' }) ? (
              <Button
                component={Link}
                to={settingsPath}
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
              >
                {t('Billing Settings')}
              </Button>
            ) : null}
            <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {t('New billing run')}
            </Button>
          </>
        }
      />
      <WhenFirst asked={isAsking}>
        <NewRunDialog opened={isAsking} onClose={() => setAsking(false)} />
      </WhenFirst>
    </>
  )
}
