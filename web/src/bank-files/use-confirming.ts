import { type BankLine, bankLines, type ConfirmResult } from '@portal/contract/bank-files/bank-lines.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { notify } from '../ui/notify.ts'
import { fetchMessages, sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

export type RefusedLine = { line: BankLine; result: ConfirmResult }

/** Books lines as proposed, and passes on those that were refused. A line is booked once, also if this is sent again. */
export function useConfirming(onRefused: (refused: RefusedLine[]) => void) {
  const { t } = useTranslation()
  const refreshMoney = useRefreshMoney()
  return useMutation({
    mutationFn: async (lines: readonly BankLine[]) => {
      const given = lines.flatMap(({ id, version, proposal }) =>
        proposal?.company_id
          ? [
              {
                id,
                version,
                company_id: proposal.company_id,
                allocations: proposal.allocations.map(({ invoice_number, amount }) => ({ invoice_number, amount })),
              },
            ]
          : [],
      )
      const reply = await call(bankLines.confirm, { body: { lines: given } })
      await fetchMessages()
      return reply
    },
    onSuccess: ({ booked, results }, lines) => {
      const refused = results.flatMap((result) => {
        const line = lines.find(({ id }) => id === result.id)
        return result.outcome === 'refused' && line ? [{ line, result }] : []
      })
      if (booked > 0)
        notify.success(booked === 1 ? t('1 receipt booked') : t('{count} receipts booked', { count: booked }))
      if (refused.length > 0) onRefused(refused)
    },
    onError: (error) => notify.failure(t('Error while booking the lines'), sentence(t, error.message)),
    onSettled: refreshMoney,
  })
}
