import { type BankLine, proposalBasisWords } from '@portal/contract/bank-files/bank-lines.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { dateText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Whose money a line is: the customer it was booked for, or the proposed one with what it was found by. */
export function CustomerCell({ line }: { line: BankLine }) {
  const { t } = useTranslation()
  const { proposal } = line
  if (!proposal)
    return (
      <RecordLink kind="company" id={line.company_id}>
        {line.company_name ?? nothing}
      </RecordLink>
    )
  const perhaps = proposal.perhaps_booked
  return (
    <span className="bank-stack">
      <span>
        <RecordLink kind="company" id={proposal.company_id}>
          {proposal.company_name ?? (proposal.candidates.length > 0 ? t('Several fit') : t('Not matched'))}
        </RecordLink>
      </span>
      {perhaps ? (
        <span className="bank-doubt">
          <RecordLink kind="receipt" id={perhaps.receipt_id}>
            {t('Perhaps booked: receipt {id} of {day}', {
              id: perhaps.receipt_id,
              day: dateText(perhaps.receipt_date),
            })}
          </RecordLink>
        </span>
      ) : null}
      {proposal.basis ? <span className="bank-note">{t(proposalBasisWords[proposal.basis])}</span> : null}
      {proposal.basis === null && proposal.candidates.length > 0 ? (
        <span className="bank-note">
          {proposal.candidates
            .slice(0, 3)
            .map(({ company_name, invoice_number }) => invoice_number ?? company_name)
            .join(', ')}
          {proposal.candidates.length > 3 ? '…' : ''}
        </span>
      ) : null}
    </span>
  )
}
