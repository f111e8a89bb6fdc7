import { type ExceptionRow, exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { exceptionThresholds } from '@portal/contract/exceptions/thresholds.ts'
import { IconAdjustments, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { ListPage } from '../../list/ListPage.tsx'
import type { RowAction } from '../../list/list-types.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { exceptionColumns } from './exception-columns.tsx'
import { exceptionsPath, thresholdsPath } from './exceptions.paths.ts'
import { useJudging } from './use-judging.tsx'

/** The inbox: what purchases did against a rule, or what looks unlikely, until a person judges it (EXC-2). */
export function ExceptionsPage() {
  const can = useCan()
  const { ask, dialog, verdictsFor } = useJudging()
  const actionsOn = (row: ExceptionRow): RowAction[] =>
    verdictsFor(row).map((verdict) => ({
      ...(verdict === 'dismissed'
        ? { label: 'Dismiss…', name: 'Dismiss the exception of {record}', icon: IconCircleX }
        : { label: 'Confirm…', name: 'Confirm the exception of {record}', icon: IconCircleCheck }),
      look: 'button',
      onSelect: () => ask({ row, verdict }),
    }))
  return (
    <ListPage
      title="Exceptions"
      path={exceptionsPath}
      endpoint={exceptions.list}
      columns={exceptionColumns}
      nameOf={(row) => row.authentication_id}
      empty={{ none: 'No exceptions', filtered: 'No Record found' }}
      headActions={
        can(exceptionThresholds.get) ? (
          <LinkButton to={thresholdsPath} icon={IconAdjustments} label="Thresholds" />
        ) : null
      }
      rowActions={actionsOn}
    >
      {dialog}
    </ListPage>
  )
}
