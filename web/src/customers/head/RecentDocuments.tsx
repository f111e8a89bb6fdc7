import '../../ui/record/recent-list.css'
import type { Customer, CustomerOverview } from '@portal/contract/customers/customers.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { useCan } from '../../api/session.ts'
import { creditNotePath } from '../../credit-notes/credit-notes.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { logsPath } from '../../logs/logs.paths.ts'
import { receiptPath } from '../../receipts/receipts.paths.ts'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { dateText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

type Document = CustomerOverview['documents'][number]
const kindWords = { invoice: 'Invoice', receipt: 'Receipt', credit_note: 'Credit note' } as const
const pathOf = {
  invoice: ({ id }: Document) => `${invoicesPath}/${id}/view`,
  receipt: ({ id }: Document) => receiptPath(id),
  credit_note: ({ number }: Document) => creditNotePath(number),
}

/** The customer's newest invoices, receipts and credit notes. */
export function RecentDocuments({ customer, documents }: { customer: Customer; documents: readonly Document[] }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <section className="recent-section" aria-labelledby="recent-documents">
      {/* No heading: the form's sections are the page's headings. */}
      <p id="recent-documents" className="record-aside-title">
        {t('Last documents')}
      </p>
      <div className="recent">
        {documents.length === 0 ? <p className="recent-note">{t('No documents yet')}</p> : null}
        {documents.length > 0 ? (
          <ul>
            {documents.map((document) => (
              <Row key={`${document.kind} ${document.id}`} document={document} />
            ))}
          </ul>
        ) : null}
        <p className="customer-links">
          {documents.length > 0 ? (
            <PageLink to={invoicesPath} search={{ filter: [`company_name:${customer.name}`] }}>
              {t('All invoices of this customer')}
            </PageLink>
          ) : null}
          {can(logs.list) ? (
            <PageLink to={logsPath} search={{ filter: ['record_type:customer', `record_label:${customer.name}`] }}>
              {t('History of this customer')}
            </PageLink>
          ) : null}
        </p>
      </div>
    </section>
  )
}

function Row({ document }: { document: Document }) {
  const { t, language } = useTranslation()
  const { kind, number, date, amount, currency, status, is_reversed } = document
  const state = status ? invoiceStatuses[status] : is_reversed ? 'Reversed' : null
  const about = [t(kindWords[kind]), dateText(date), ...(state ? [t(state)] : [])]
  return (
    <li>
      <PageLink className="row-link" to={pathOf[kind](document)}>
        {number}
      </PageLink>
      <span className="recent-amount">{moneyText(amount, language, currency)}</span>
      <span className="recent-place">{about.join(' · ')}</span>
    </li>
  )
}
