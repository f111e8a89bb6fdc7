import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds } from '@portal/contract/write-offs/write-offs.ts'
import { IconCash, IconPlus, IconReceiptRefund } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import { PaymentBadge } from '../payments/payment-columns.tsx'
import { paymentsPath } from '../payments/payments.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { dateText } from '../ui/words/texts.ts'
import { refundsPath } from '../write-offs/write-offs.paths.ts'
import { receiptListColumns } from './receipt-columns.tsx'
import { receiptsPath, recordReceiptPath } from './receipts.paths.ts'

/** All money that came in, with what is still on account (RECV-1). */
export function ReceiptsPage() {
  const can = useCan()
  return (
    <ListPage
      title="Receipts"
      path={receiptsPath}
      endpoint={receipts.list}
      columns={receiptListColumns}
      nameOf={(row) => `${row.reference}, ${dateText(row.receipt_date)}`}
      empty={{ none: 'No Receipt records to show', filtered: 'No Record found' }}
      get={receipts.get}
      markOf={(row) => <PaymentBadge row={row} />}
      headActions={
        <>
          <LinkButton to={paymentsPath} icon={IconCash} label="Invoice Payments" />
          {can(refunds.list) ? <LinkButton to={refundsPath} icon={IconReceiptRefund} label="Refunds" /> : null}
          {can(receipts.create) ? (
            <LinkButton to={recordReceiptPath} icon={IconPlus} label="Record receipt" variant="filled" />
          ) : null}
        </>
      }
    />
  )
}
