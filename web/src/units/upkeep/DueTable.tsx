import { Button } from '@mantine/core'
import { serviceStateWords } from '@portal/contract/units/units-words.data.ts'
import { type NextService, serviceKindName, services } from '@portal/contract/units/upkeep.ts'
import { useCan } from '../../api/session.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { dateText, nothing } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { intervalText, leftText } from '../upkeep-words.ts'
import { UpkeepHead } from './UpkeepHead.tsx'

const UpkeepDialog = lazily(() => import('./UpkeepDialog.tsx'), 'UpkeepDialog')

type Props = { rows: readonly NextService[]; withUnit?: boolean; labelledBy: string }
/** What plans ask for, the most pressing first, each with a way to record it. */
export function DueTable({ rows, withUnit = false, labelledBy }: Props) {
  const can = useCan()
  const { ask, dialog } = useDialog((row: NextService, frame) => (
    <UpkeepDialog
      key={`${row.unit_id} ${row.plan_id}`}
      unit={row}
      // The first service recorded is an earlier one, and today’s reading is not its own.
      start={{ kind: row.kind, odometer: row.state === 'unknown' ? null : row.odometer }}
      {...frame}
    />
  ))
  const headers = [...(withUnit ? ['Unit number'] : []), 'Service', 'Status', 'Next due', 'Last service', 'Plan']
  return (
    <>
      <table className="record-table" aria-labelledby={labelledBy}>
        <UpkeepHead headers={headers} hasActions={can(services.create)} />
        <tbody>
          {rows.map((row) => (
            <DueRow
              key={`${row.unit_id} ${row.plan_id}`}
              row={row}
              withUnit={withUnit}
              onRecord={can(services.create) ? () => ask(row) : null}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  )
}

type RowProps = { row: NextService; withUnit: boolean; onRecord: (() => void) | null }
function DueRow({ row, withUnit, onRecord }: RowProps) {
  const { t, language } = useTranslation()
  const service = t(serviceKindName(row.kind))
  return (
    <tr>
      {withUnit ? (
        <td data-label={t('Unit number')}>
          <RecordLink kind="unit" id={row.unit_id}>
            {row.unit_number}
          </RecordLink>
        </td>
      ) : null}
      <td data-label={t('Service')}>{service}</td>
      <td data-label={t('Status')}>
        <StatusBadge word={serviceStateWords[row.state]} />
      </td>
      <td data-label={t('Next due')}>{leftText(t, language, row) || nothing}</td>
      <td data-label={t('Last service')}>{row.last ? dateText(row.last.day) : nothing}</td>
      <td data-label={t('Plan')}>{intervalText(t, language, row)}</td>
      {onRecord ? (
        <td>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${t('Record a service')}: ${service}, ${row.unit_number}`}
            onClick={onRecord}
          >
            {t('Record a service')}
          </Button>
        </td>
      ) : null}
    </tr>
  )
}
