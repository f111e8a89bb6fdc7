import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { CallInput } from '@portal/contract/endpoint.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { atCreditFields } from './credit-form.ts'
import { creditNotePath } from './credit-notes.paths.ts'

type Body = CallInput<typeof creditNotes.create>['body']

/** Issues the credit note and opens it. */
export function useCreditSaver(body: Body, rows: readonly number[]) {
  const navigate = useNavigate()
  const refresh = useRefreshMoney()
  const create = useAction(creditNotes.create, {
    keepPlace: true,
    isShownInPlace: true,
    second: ({ credit_note_number }) => ({ detail: credit_note_number }),
  })
  const save = async () => {
    try {
      const { credit_note_number } = await create.mutateAsync({ body })
      await refresh()
      await navigate({ to: creditNotePath(credit_note_number), ignoreBlocker: true })
    } catch (error) {
      throw atCreditFields(error, rows)
    }
  }
  return { isPending: create.isPending, mutateAsync: save }
}
