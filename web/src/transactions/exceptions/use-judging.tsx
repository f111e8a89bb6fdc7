import { type ExceptionRow, exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useCan, useIsStaff } from '../../api/session.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import type { Judging } from './JudgeDialog.tsx'

const JudgeDialog = lazily(() => import('./JudgeDialog.tsx'), 'JudgeDialog')

/** Who can judge, and the dialog for it. A verdict can be changed; giving the same one again is pointless. */
export function useJudging() {
  const can = useCan()
  const isStaff = useIsStaff()
  const { ask, dialog } = useDialog((judging: Judging, frame) => (
    <JudgeDialog key={`${judging.row.id} ${judging.verdict}`} {...judging} {...frame} />
  ))
  const mayJudge = can(isStaff ? transactions.accept : exceptions.judge)
  const given = (row: ExceptionRow) => (isStaff ? row.staff : row.customer)?.verdict
  const verdictsFor = (row: ExceptionRow) =>
    mayJudge ? (['dismissed', 'confirmed'] as const).filter((verdict) => given(row) !== verdict) : []
  return { ask, dialog, verdictsFor }
}
