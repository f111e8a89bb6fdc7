import { Button, Text } from '@mantine/core'
import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { line: BankLine; onChoose: (company: number, parts: readonly AllocationInput[]) => void }

/** Everything that fits equally well, so that a person chooses. */
export function Candidates({ line, onChoose }: Props) {
  const { t, language } = useTranslation()
  const candidates = line.proposal?.candidates ?? []
  if (candidates.length === 0) return null
  return (
    <div>
      <Text size="sm">{t('Several fit. Choose one:')}</Text>
      <div className="bank-candidates">
        {candidates.map(({ company_id, company_name, invoice_number, amount_due }) => (
          <Button
            key={`${company_id} ${invoice_number}`}
            size="xs"
            variant="default"
            onClick={() =>
              onChoose(
                company_id,
                invoice_number && amount_due ? [{ invoice_number, amount: Math.min(line.amount, amount_due) }] : [],
              )
            }
          >
            {[company_name, invoice_number, amount_due && moneyText(amount_due, language, line.currency)]
              .filter(Boolean)
              .join(' · ')}
          </Button>
        ))}
      </div>
    </div>
  )
}
