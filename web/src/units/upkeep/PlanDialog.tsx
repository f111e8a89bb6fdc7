import '../units.css'
import { Text } from '@mantine/core'
import {
  newServicePlan,
  type ServicePlan,
  serviceKindName,
  servicePlanInput,
  servicePlans,
} from '@portal/contract/units/upkeep.ts'
import { z } from 'zod'
import { useAction } from '../../api/use-action.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm, type Values } from '../../form/record-form.ts'
import { dayHere } from '../../ui/words/day.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { kindSuggestions } from '../upkeep-words.ts'

const { kind, every_km, every_months, started_on } = servicePlanInput.shape
const form = z.object({ kind, every_km, every_months, started_on })
const { NumberField, SuggestField, DateField } = fieldsOf(form)

type Props = {
  /** What a new plan is for: a unit, or all units of a company. */
  of: { company_id?: number; unit_id?: number }
  plan?: ServicePlan
  opened: boolean
  onClose: () => void
}
/** Adds or changes a service plan: by distance, by time, or by what comes first (CARE-2). */
export function PlanDialog({ of, plan, opened, onClose }: Props) {
  const { t } = useTranslation()
  const state = useRecordForm(form, {
    kind: plan ? t(serviceKindName(plan.kind)) : '',
    every_km: plan?.every_km ?? null,
    every_months: plan?.every_months ?? null,
    started_on: plan?.started_on ?? dayHere(new Date()),
  })
  const create = useAction(servicePlans.create, { keepPlace: true })
  const update = useAction(servicePlans.update, { keepPlace: true })
  const send = (values: Values) => {
    if (!plan) return create.mutateAsync({ body: newServicePlan.parse({ ...values, ...of }) })
    const body = servicePlanInput.parse({ ...values, version: plan.version })
    return update.mutateAsync({ params: { id: plan.id }, body })
  }
  const wiring = useDialogSubmit(state, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={plan ? 'Edit service plan' : 'Add service plan'}
      submit="Save"
      isBusy={create.isPending || update.isPending}
      first="kind"
    >
      <SuggestField name="kind" label="Service" suggestions={kindSuggestions(t)} />
      <div className="unit-pair">
        <NumberField name="every_km" label="Every (km)" />
        <NumberField name="every_months" label="Every (months)" />
      </div>
      <DateField name="started_on" label="Counts from" />
      <Text size="sm" c="dimmed">
        {t('Due by distance, by time, or by what comes first. Time counts from this date until a service is recorded.')}
      </Text>
    </FormDialog>
  )
}
