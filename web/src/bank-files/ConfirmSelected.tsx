import { Button } from '@mantine/core'
import { bankLines, type ConfirmPreview } from '@portal/contract/bank-files/bank-lines.ts'
import { IconChecks } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Selection } from '../list/use-selection.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notify.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { RefusedLines } from './RefusedLines.tsx'
import { useConfirming } from './use-confirming.ts'

/** Books the clear ones among the selected lines, after a question with their number and sum (RECV-1). */
export function ConfirmSelected({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const refusals = useDialog((refused: Parameters<typeof RefusedLines>[0]['refused'], frame) => (
    <RefusedLines refused={refused} {...frame} />
  ))
  const question = useDialog((preview: ConfirmPreview, frame) => (
    <Question preview={preview} {...frame} onRefused={refusals.ask} onDone={() => selection.clear()} />
  ))
  const look = useMutation({
    mutationFn: () =>
      call(bankLines.confirmPreview, {
        body: selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] },
      }),
    onSuccess: (preview) => {
      if (preview.lines.length > 0) question.ask(preview)
      else notify.warning(t('None of these lines can be booked as proposed. Confirm them one by one.'))
    },
    onError: (error) => notify.failure(t('Error while booking the lines'), sentence(t, error.message)),
  })
  const start = () => {
    if (selection.count === 0) return notify.warning(t('Please select a line to confirm.'))
    look.mutate()
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChecks size={16} aria-hidden />}
        loading={look.isPending}
        onClick={start}
      >
        {t('Confirm Selected')}
      </Button>
      {question.dialog}
      {refusals.dialog}
    </>
  )
}

type QuestionProps = {
  preview: ConfirmPreview
  opened: boolean
  onClose: () => void
  onRefused: Parameters<typeof useConfirming>[0]
  onDone: () => void
}
function Question({ preview, opened, onClose, onRefused, onDone }: QuestionProps) {
  const { t, language } = useTranslation()
  const confirming = useConfirming(onRefused)
  const { lines, left_out, totals } = preview
  const money = (amount: number, currency: 'CAD' | 'USD') => moneyText(amount, language, currency)
  const rest = totals.filter(({ on_account }) => on_account > 0)
  const text = [
    t('Each line becomes a receipt and pays the proposed invoices.'),
    ...(rest.length > 0
      ? [
          t('On account: {amount}', {
            amount: rest.map(({ on_account, currency }) => money(on_account, currency)).join(' · '),
          }),
        ]
      : []),
    ...(left_out > 0 ? [t('Not booked, because they need a decision: {count}.', { count: left_out })] : []),
  ]
  return (
    <ConfirmDialog
      opened={opened}
      title={lines.length === 1 ? t('Book 1 receipt?') : t('Book {count} receipts?', { count: lines.length })}
      text={text.join(' ')}
      subject={totals.map(({ amount, currency }) => money(amount, currency)).join(' · ')}
      confirm={t('Book')}
      busy={confirming.isPending}
      onConfirm={() => confirming.mutate(lines, { onSuccess: onDone, onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
