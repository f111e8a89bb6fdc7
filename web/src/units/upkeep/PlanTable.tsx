import { Button } from '@mantine/core'
import { type ServicePlan, serviceKindName, servicePlans } from '@portal/contract/units/upkeep.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { intervalText } from '../upkeep-words.ts'
import { UpkeepHead } from './UpkeepHead.tsx'

const PlanDialog = lazily(() => import('./PlanDialog.tsx'), 'PlanDialog')

type Props = { plans: readonly ServicePlan[]; withUnit?: boolean }
export function PlanTable({ plans, withUnit = false }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const edit = useDialog((plan: ServicePlan, frame) => (
    <PlanDialog key={`${plan.id} ${plan.version}`} of={{}} plan={plan} {...frame} />
  ))
  const remove = useAction(servicePlans.remove)
  const doom = useDialog((plan: ServicePlan, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={t('Delete service plan')}
      text={t('Recorded services are kept.')}
      subject={t(serviceKindName(plan.kind))}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: plan.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  ))
  const headers = [...(withUnit ? ['Unit number'] : []), 'Service', 'Interval', 'Counts from']
  return (
    <>
      <table className="record-table" aria-label={t('Service plans')}>
        <UpkeepHead headers={headers} hasActions={can(servicePlans.update)} />
        <tbody>
          {plans.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              withUnit={withUnit}
              actions={can(servicePlans.update) ? { edit: () => edit.ask(plan), remove: () => doom.ask(plan) } : null}
            />
          ))}
        </tbody>
      </table>
      {edit.dialog}
      {doom.dialog}
    </>
  )
}

type RowProps = { plan: ServicePlan; withUnit: boolean; actions: { edit: () => void; remove: () => void } | null }
function PlanRow({ plan, withUnit, actions }: RowProps) {
  const { t, language } = useTranslation()
  const name = [plan.unit_number ?? t('All units'), t(serviceKindName(plan.kind))].join(', ')
  return (
    <tr>
      {withUnit ? (
        <td data-label={t('Unit number')}>
          {plan.unit_id === null ? (
            t('All units')
          ) : (
            <RecordLink kind="unit" id={plan.unit_id}>
              {plan.unit_number}
            </RecordLink>
          )}
        </td>
      ) : null}
      <td data-label={t('Service')}>{t(serviceKindName(plan.kind))}</td>
      <td data-label={t('Interval')}>{intervalText(t, language, plan)}</td>
      <td data-label={t('Counts from')}>{dateText(plan.started_on)}</td>
      {actions ? (
        <td>
          <span className="unit-decide">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-label={t('Edit {record}', { record: name })}
              onClick={actions.edit}
            >
              {t('Edit')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('Delete {name}', { name })}
              onClick={actions.remove}
            >
              {t('Delete')}
            </Button>
          </span>
        </td>
      ) : null}
    </tr>
  )
}
