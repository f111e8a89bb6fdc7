import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { Fragment } from 'react'
import { RecordLink } from '../links/RecordLink.tsx'
import { moreText } from '../ui/words/figures.ts'
import { moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** What a line pays, and what stays on account. */
export function PaysCell({ line }: { line: BankLine }) {
  const { t, language } = useTranslation()
  const { proposal } = line
  const money = (amount: number) => moneyText(amount, language, line.currency)
  if (!proposal)
    return line.receipt_id === null ? (
      nothing
    ) : (
      <span className="bank-stack">
        <RecordLink kind="receipt" id={line.receipt_id}>
          {t('Receipt {id}', { id: line.receipt_id })}
        </RecordLink>
        {line.is_returned ? <span className="bank-doubt">{t('Returned (NSF)')}</span> : null}
        {line.invoices.length > 0 ? (
          <span className="bank-note">
            {line.invoices.map((number, at) => (
              <Fragment key={number}>
                {at > 0 ? ', ' : ''}
                <RecordLink kind="invoice" id={number}>
                  {number}
                </RecordLink>
              </Fragment>
            ))}
          </span>
        ) : null}
      </span>
    )
  if (proposal.company_id === null) return nothing
  return (
    <span className="bank-stack">
      {proposal.allocations.slice(0, 4).map(({ invoice_number, amount }) => (
        <span key={invoice_number}>
          <RecordLink kind="invoice" id={invoice_number}>
            {invoice_number}
          </RecordLink>{' '}
          <span className="bank-note">{money(amount)}</span>
        </span>
      ))}
      {proposal.allocations.length > 4 ? (
        <span className="bank-note">{moreText(t, proposal.allocations.length - 4)}</span>
      ) : null}
      {proposal.on_account > 0 ? (
        <span className="bank-note">{t('On account: {amount}', { amount: money(proposal.on_account) })}</span>
      ) : null}
    </span>
  )
}
