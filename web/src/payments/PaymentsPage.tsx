import './payments.css'
import { type PaymentRow, payments } from '@portal/contract/payments/payments.ts'
import { IconArrowBackUp, IconArrowLeft, IconFileText } from '@tabler/icons-react'
import { statementPath } from '../accounts/accounts.paths.ts'
import { toList } from '../api/list-address.ts'
import { useCan, useSession } from '../api/session.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText } from '../ui/words/texts.ts'
import { ModeSelect } from './ModeSelect.tsx'
import { PaymentBadge, paymentListColumns } from './payment-columns.tsx'
import { paymentsPath } from './payments.paths.ts'

const ReversePaymentDialog = lazily(() => import('./ReversePaymentDialog.tsx'), 'ReversePaymentDialog')

const reverse = { label: 'Reverse', name: 'Reverse {record}', icon: IconArrowBackUp }

/** All payments and reversals (PAY-6). Staff reverse returned payments here (PAY-5). */
export function PaymentsPage() {
  const can = useCan()
  const { company } = useSession()
  const { ask, dialog } = useDialog((payment: PaymentRow, frame) => (
    <ReversePaymentDialog payment={payment} {...frame} />
  ))
  const canReverse = (row: PaymentRow) => can(payments.reverse) && row.reverses_id === null && !row.is_reversed
  return (
    <ListPage
      title="Invoice Payments"
      path={paymentsPath}
      endpoint={payments.list}
      columns={paymentListColumns}
      nameOf={(row) => `${row.invoice_number}, ${dateText(row.payment_date)}`}
      empty={{ none: 'No Payment records to show', filtered: 'No Payment found.' }}
      headActions={
        <>
          {company.kind === 'customer' ? (
            <LinkButton to={statementPath(company.id)} icon={IconFileText} label="Statement of account" />
          ) : null}
          <LinkButton {...toList(invoicesPath)} icon={IconArrowLeft} label="Back to Invoices" />
        </>
      }
      intro={<ModeSelect />}
      markOf={(row) => <PaymentBadge row={row} />}
      rowActions={(row) => (canReverse(row) ? [{ ...reverse, onSelect: () => ask(row) }] : [])}
    >
      {dialog}
    </ListPage>
  )
}
