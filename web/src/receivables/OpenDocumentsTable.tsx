import { type OpenDocument, openDocumentKinds, type ReceivableTotal } from '@portal/contract/receivables/receivables.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { DueDate } from '../ui/DueDate.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Where a document's own page is. */
const pathTo = ({ kind, document_id, document }: OpenDocument): string =>
  kind === 'invoice'
    ? `${invoicesPath}/${document_id}/view`
    : kind === 'receipt'
      ? `${invoicesPath}/receipts/${document_id}/view`
      : `${invoicesPath}/credit-notes/${document}/view`

type Props = { documents: readonly OpenDocument[]; totals: readonly ReceivableTotal[] }
/** One table per currency, with its sum. */
export function OpenDocumentsTable({ documents, totals }: Props) {
  const { t } = useTranslation()
  if (totals.length === 0) return <p className="panel open-documents">{t('No open amounts on this day')}</p>
  return totals.map(({ currency, total }) => (
    <section key={currency} className="panel open-documents">
      <h2>{currency}</h2>
      <table aria-label={t('Open documents in {currency}', { currency })}>
        <thead>
          <tr>
            <th scope="col" className="wide-only">
              {t('Document')}
            </th>
            <th scope="col">{t('Number or reference')}</th>
            <th scope="col" className="wide-only">
              {t('Date')}
            </th>
            <th scope="col">{t('Due date')}</th>
            <th scope="col" data-align="end" className="wide-only">
              {t('Original amount')}
            </th>
            <th scope="col" data-align="end">
              {t('Open amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {documents
            .filter((one) => one.currency === currency)
            .map((one) => (
              <DocumentRow key={one.id} document={one} />
            ))}
        </tbody>
        <Foot currency={currency} total={total} />
      </table>
    </section>
  ))
}

function DocumentRow({ document }: { document: OpenDocument }) {
  const { t, language } = useTranslation()
  const money = (value: number) => moneyText(value, language, document.currency)
  const { due_date, overdue_days } = document
  return (
    <tr>
      <td className="wide-only">{t(openDocumentKinds[document.kind])}</td>
      <td>
        <PageLink to={pathTo(document)}>{document.document}</PageLink>
      </td>
      <td className="wide-only">{dateText(document.date)}</td>
      <td>{due_date === null ? nothing : <DueDate due_date={due_date} overdue_days={overdue_days} />}</td>
      <td data-align="end" className="wide-only">
        {money(document.amount)}
      </td>
      <td data-align="end">{money(document.open)}</td>
    </tr>
  )
}

function Foot({ currency, total }: Pick<ReceivableTotal, 'currency' | 'total'>) {
  const { t, language } = useTranslation()
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {t('Total')}
        </th>
        <td colSpan={3} className="wide-only" />
        <th scope="row" data-align="end">
          {moneyText(total, language, currency)}
        </th>
      </tr>
    </tfoot>
  )
}
