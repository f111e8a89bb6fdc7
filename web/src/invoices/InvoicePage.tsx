import './invoices.css'
import { Button } from '@mantine/core'
import { type BilledTransaction, type Invoice, invoices } from '@portal/contract/invoices/invoices.ts'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useCan } from '../api/session.ts'
import { FormHead } from '../form/FormHead.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { MoreMenu } from '../list/table/MoreMenu.tsx'
import { MarginPanel } from '../margins/MarginPanel.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { BilledTransactions } from './BilledTransactions.tsx'
import { InvoiceButtons } from './documents/InvoiceButtons.tsx'
import { InvoiceMails } from './documents/InvoiceMails.tsx'
import { InvoiceCredits } from './InvoiceCredits.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { backToInvoices, invoicesPath } from './invoices.paths.ts'
import { useInvoiceMenu } from './use-invoice-menu.tsx'

// The page to read needs no form.
const InvoiceEditForm = lazily(() => import('./InvoiceEditForm.tsx'), 'InvoiceEditForm')

type Mode = 'view' | 'edit'
type Answer = { invoice_dto: Invoice; fuel_transaction_dto_list: BilledTransaction[] }

/** View or edit an invoice (INV-4). */
export function InvoicePage({ mode }: { mode: Mode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader key={`${id} ${mode}`} endpoint={invoices.get} id={id}>
      {(answer, reread) => <InvoiceView mode={mode} answer={answer} reread={reread} />}
    </RecordLoader>
  )
}

function InvoiceView({ mode, answer, reread }: { mode: Mode; answer: Answer; reread: () => Promise<Answer> }) {
  // The form keeps the record it was opened with until the user asks for the current values.
  const [edited, setEdited] = useState(answer.invoice_dto)
  const readAgain = async () => {
    const { invoice_dto } = await reread()
    setEdited(invoice_dto)
    return invoice_dto
  }
  return (
    <div className="invoice-page">
      {mode === 'edit' ? (
        <Suspense fallback={null}>
          <InvoiceEditForm key={edited.status.key} invoice={edited} readAgain={readAgain} />
        </Suspense>
      ) : (
        <>
          <Head invoice={answer.invoice_dto} />
          <InvoiceFacts invoice={answer.invoice_dto} />
        </>
      )}
      <InvoiceCredits invoice={answer.invoice_dto} />
      <BilledTransactions invoice={answer.invoice_dto} billed={answer.fuel_transaction_dto_list} />
      <MarginPanel of="invoice" id={answer.invoice_dto.id} />
      <InvoiceMails invoice={answer.invoice_dto} />
      <InvoiceHistory invoice={answer.invoice_dto} />
    </div>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { actionsOn, dialog } = useInvoiceMenu()
  const { t } = useTranslation()
  const can = useCan()
  const [first, ...rest] = actionsOn(invoice)
  return (
    <>
      <FormHead
        title="Invoice"
        subject={invoice.invoice_number}
        badge={<InvoiceStatusText status={invoice.status.key} badge={invoice.badge} />}
        mode="view"
        list={backToInvoices}
        edit={{ endpoint: invoices.update, path: `${invoicesPath}/${invoice.invoice_number}/edit` }}
        actions={
          <>
            <span className="invoice-head-more">
              <InvoiceButtons invoice={invoice} />
              <MoreMenu record={invoice.invoice_number} entries={rest} />
            </span>
            {first && can(invoices.update) ? (
              <Button variant="default" leftSection={<first.icon size={16} aria-hidden />} onClick={first.onSelect}>
                {t(first.label)}
              </Button>
            ) : null}
          </>
        }
      />
      {dialog}
    </>
  )
}
