import './payments.css'
import '@mantine/core/styles/Combobox.css'
import { ActionIcon, Button, Select } from '@mantine/core'
import {
  type PaymentRow,
  paymentList,
  paymentModeList,
  paymentModes,
  payments,
} from '@portal/contract/payments/payments.ts'
import { IconArrowBackUp, IconArrowLeft, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useCan, useSession } from '../api/session.ts'
import { termOf, withTerm } from '../list/filters/filter-terms.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useListState } from '../list/use-list.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { paymentsPath } from './payments.paths.ts'

const ReversePaymentDialog = lazy(() =>
  import('./ReversePaymentDialog.tsx').then((module) => ({ default: module.ReversePaymentDialog })),
)

const reversedWords = { nsf: 'NSF', mistake: 'Entered by mistake' } as const
const badgeOf = ({ reverses_id, reversal_kind }: PaymentRow) =>
  reverses_id !== null ? 'Reversal' : reversal_kind ? reversedWords[reversal_kind] : null
const badgeFor = (row: PaymentRow) => {
  const badge = badgeOf(row)
  return badge ? <StatusBadge word={badge} /> : null
}
/** In the order of PAY-6, and what became of the payment behind them. */
const columns: Column<PaymentRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line' },
  { key: 'invoice_number', header: 'Invoice no', priority: 1, phone: 'title' },
  { key: 'issued_date', header: 'Invoice date', cell: (value) => dateText(value) },
  { key: 'due_date', header: 'Due date', cell: (value) => dateText(value) },
  { key: 'payment_mode', header: 'Payment mode', phone: 'line', cell: (value) => paymentModes[value], words: true },
  { key: 'payment_date', header: 'Payment date', priority: 4, phone: 'line', cell: (value) => dateText(value) },
  {
    key: 'amount_paid',
    header: 'Amount paid',
    priority: 3,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => (
      <span className={value < 0 ? 'amount-back' : undefined}>{moneyText(value, locale, row.currency)}</span>
    ),
  },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'referenceId', header: 'Reference', optional: true },
  {
    key: 'is_reversed',
    header: 'State',
    optional: true,
    phone: 'badge',
    cell: (_, row) => badgeFor(row),
  },
  { key: 'note', header: 'Note', optional: true },
]

/** Every payment and every reversal (PAY-6); one that bounced is taken back here (PAY-5). */
export function PaymentsPage() {
  const { t } = useTranslation()
  const can = useCan()
  const [toReverse, setToReverse] = useState<PaymentRow | null>(null)
  const [isAsking, setAsking] = useState(false)
  const canReverse = (row: PaymentRow) => can(payments.reverse) && row.reverses_id === null && !row.is_reversed
  const ask = (row: PaymentRow) => {
    setToReverse(row)
    setAsking(true)
  }
  return (
    <>
      <ListPage
        title="Invoice Payments"
        path={paymentsPath}
        endpoint={payments.list}
        columns={columns}
        nameOf={(row) => `${row.invoice_number}, ${dateText(row.payment_date)}`}
        empty={{ none: 'No Payment records to show', filtered: 'No Payment found.' }}
        headActions={<HeadLinks />}
        intro={<ModeSelect />}
        markOf={(row) => <>&nbsp; {badgeFor(row)}</>}
        menuActions={(row) =>
          canReverse(row) ? [{ label: 'Reverse', icon: IconArrowBackUp, onSelect: () => ask(row) }] : []
        }
        moreActions={(row) =>
          canReverse(row) ? (
            <ActionIcon
              variant="subtle"
              color="plain"
              aria-label={t('Reverse {record}', { record: `${row.invoice_number}, ${dateText(row.payment_date)}` })}
              title={t('Reverse')}
              onClick={() => ask(row)}
            >
              <IconArrowBackUp size={17} stroke={1.6} aria-hidden />
            </ActionIcon>
          ) : null
        }
      />
      <WhenFirst asked={isAsking}>
        <ReversePaymentDialog payment={toReverse} opened={isAsking} onClose={() => setAsking(false)} />
      </WhenFirst>
    </>
  )
}

function HeadLinks() {
  const { t } = useTranslation()
  const { company } = useSession()
  return (
    <>
      {company.kind === 'customer' ? (
        <Button
          component={Link}
          to={`/customer/${company.id}/statement`}
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
        >
          {t('Statement of account')}
        </Button>
      ) : null}
      <Button
        component={Link}
        {...toList('/invoices')}
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {t('Back to Invoices')}
      </Button>
    </>
  )
}

const modes = paymentModeList.map(({ name, code }) => ({ value: code as string, label: name as string }))
/**
 * Above the list, on a phone too (PAY-6). It is the same term that the filter of the column holds, so that both always
 * say the same.
 */
function ModeSelect() {
  const { t } = useTranslation()
  const { query, change } = useListState(paymentList)
  const chosen = termOf(query.filter, 'payment_mode')?.query ?? null
  return (
    <Select
      size="xs"
      className="payment-mode"
      label={t('Payment mode')}
      placeholder={t('All payment modes')}
      data={modes.map(({ value, label }) => ({ value, label: t(label) }))}
      value={modes.some(({ value }) => value === chosen) ? chosen : null}
      onChange={(mode) =>
        change(({ filter }) => ({
          filter: withTerm(filter, 'payment_mode', paymentList.filters.payment_mode, mode ?? ''),
        }))
      }
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      withScrollArea={false}
      classNames={{ options: 'select-options' }}
    />
  )
}
