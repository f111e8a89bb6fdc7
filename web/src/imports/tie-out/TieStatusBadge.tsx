import './tie-out.css'
import { type TieStatus, tieStatusWords } from '@portal/contract/imports/tie-out.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The tick stands only where nothing is open. */
export function TieStatusBadge({ status }: { status: TieStatus }) {
  return (
    <span className="tie-status" data-status={status}>
      {status === 'tied' ? <IconCircleCheck size={16} aria-hidden /> : null}
      <StatusBadge word={tieStatusWords[status]} />
    </span>
  )
}
