import { type BankLine, bankLines, type LineProposal } from '@portal/contract/bank-files/bank-lines.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  line: BankLine
  receipt: NonNullable<LineProposal['perhaps_booked']>
  opened: boolean
  onClose: () => void
}

/** Links a line to the receipt that was entered by hand, so that the money is not booked twice (RECV-2). */
export function LinkDialog({ line, receipt, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const link = useAction(bankLines.link)
  const { receipt_id } = receipt
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Link to receipt {id}?', { id: receipt_id })}
      text={t('The line is marked as booked. Nothing is booked again.')}
      subject={[
        receipt.company_name,
        dateText(receipt.receipt_date),
        receipt.reference,
        moneyText(line.amount, language, line.currency),
      ].join(' · ')}
      confirm={t('Link')}
      busy={link.isPending}
      onConfirm={() =>
        link.mutate(
          { params: { id: line.id }, body: { receipt_id, version: line.version } },
          { onSettled: () => onClose() },
        )
      }
      onCancel={onClose}
    />
  )
}
