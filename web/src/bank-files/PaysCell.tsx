import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { receiptPath } from '../receipts/receipts.paths.ts'
import { moneyText, nothing } from '../ui/words/texts.ts'

/** What a line pays, and what stays on account. */
export function PaysCell({ line }: { line: BankLine }) {
  const { t, i18n } = useTranslation()
  const { proposal } = line
  const money = (amount: number) => moneyText(amount, i18n.language, line.currency)
  if (!proposal)
    return line.receipt_id === null ? (
      nothing
    ) : (
      <span className="bank-stack">
        <Link to={receiptPath(line.receipt_id)}>{t('Receipt {id}', { id: line.receipt_id })}</Link>
        {line.is_returned ? <span className="bank-doubt">{t('Returned (NSF)')}</span> : null}
        {line.invoices.length > 0 ? <span className="bank-note">{line.invoices.join(', ')}</span> : null}
      </span>
    )
  if (proposal.company_id === null) return nothing
  return (
    <span className="bank-stack">
      {proposal.allocations.slice(0, 4).map(({ invoice_number, amount }) => (
        <span key={invoice_number}>
          {invoice_number} <span className="bank-note">{money(amount)}</span>
        </span>
      ))}
      {proposal.allocations.length > 4 ? (
        <span className="bank-note">{t('and {count} more', { count: proposal.allocations.length - 4 })}</span>
      ) : null}
      {proposal.on_account > 0 ? (
        <span className="bank-note">{t('On account: {amount}', { amount: money(proposal.on_account) })}</span>
      ) : null}
    </span>
  )
}
