import '../units.css'
import { Text } from '@mantine/core'
import { currencies } from '@portal/contract/rules/currency.ts'
import {
  newService,
  type ServiceRecord,
  serviceFiles,
  serviceInput,
  serviceKindName,
  services,
} from '@portal/contract/units/upkeep.ts'
import { z } from 'zod'
import { useAction } from '../../api/use-action.ts'
import { AttachmentList } from '../../attachments/AttachmentList.tsx'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm, type Values } from '../../form/record-form.ts'
import { dayHere } from '../../ui/words/day.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { kindSuggestions } from '../upkeep-words.ts'

const { kind, day, odometer, amount, currency, vendor, note } = serviceInput.shape
const form = z.object({ kind, day, odometer, amount, currency, vendor, note })
const { TextField, NumberField, SelectField, SuggestField, DateField } = fieldsOf(form)

export type ServicedUnit = { unit_id: number; unit_number: string; odometer_unit: 'km' | 'mi' }
type Props = {
  unit: ServicedUnit
  /** The service to change; without one, a new one that begins with these values. */
  service?: ServiceRecord | undefined
  start?: { kind: string; odometer: number | null }
  opened: boolean
  onClose: () => void
}

/** Records a service of a unit, or changes one; its files are beside it (CARE-2). */
export function UpkeepDialog({ unit, service, start, opened, onClose }: Props) {
  const { t } = useTranslation()
  const state = useRecordForm(form, {
    kind: service || start ? t(serviceKindName(service?.kind ?? start?.kind ?? '')) : '',
    day: service?.day ?? dayHere(new Date()),
    odometer: service ? service.odometer : (start?.odometer ?? null),
    amount: service?.amount ?? null,
    currency: service?.currency ?? 'CAD',
    vendor: service?.vendor ?? '',
    note: service?.note ?? '',
  })
  const create = useAction(services.create, { keepPlace: true })
  const update = useAction(services.update, { keepPlace: true })
  const send = (values: Values) => {
    if (!service) return create.mutateAsync({ body: newService.parse({ ...values, unit_id: unit.unit_id }) })
    const body = serviceInput.parse({ ...values, version: service.version })
    return update.mutateAsync({ params: { id: service.id }, body })
  }
  const wiring = useDialogSubmit(state, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={service ? 'Edit service' : 'Record a service'}
      submit="Save"
      isBusy={create.isPending || update.isPending}
      first="kind"
    >
      <Text size="sm">{unit.unit_number}</Text>
      <SuggestField name="kind" label="Service" suggestions={kindSuggestions(t)} />
      <div className="unit-pair">
        <DateField name="day" label="Date" />
        <NumberField name="odometer" label="Odometer" unit={unit.odometer_unit} />
      </div>
      <div className="unit-pair">
        <NumberField name="amount" label="Amount" decimals={2} />
        <SelectField name="currency" label="Currency" options={currencies.map((value) => ({ value, label: value }))} />
      </div>
      <TextField name="vendor" label="Vendor" />
      <TextField name="note" label="Note" />
      {service ? <AttachmentList calls={serviceFiles} id={service.id} /> : null}
    </FormDialog>
  )
}
