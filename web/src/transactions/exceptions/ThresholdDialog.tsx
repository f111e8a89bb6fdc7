import { Text } from '@mantine/core'
import { thresholdNames } from '@portal/contract/exceptions/exception-rules.data.ts'
import { thresholdWords } from '@portal/contract/exceptions/exceptions-words.data.ts'
import {
  exceptionThresholds,
  type ThresholdInput,
  type ThresholdRow,
  type ThresholdSettings,
  thresholdForm,
} from '@portal/contract/exceptions/thresholds.ts'
import { fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { useAction } from '../../api/use-action.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useField } from '../../form/form-context.ts'
import { Meanings } from '../../form/Meanings.tsx'
import { useRecordForm, valuesOf } from '../../form/record-form.ts'
import { CompanySelect } from '../../pickers/CompanySelect.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

const { NumberField, SelectField } = fieldsOf(thresholdForm)

type Props = {
  stored: ThresholdRow | null
  defaults: ThresholdSettings['defaults']
  opened: boolean
  onClose: () => void
}

/** The thresholds of a customer or a fuel provider. An empty field takes the next wider one. */
export function ThresholdDialog({ stored, defaults, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(thresholdForm, valuesOf(thresholdForm, stored ?? {}))
  const save = useAction(exceptionThresholds.save, { keepPlace: true })
  const send = (values: Record<string, unknown>) => save.mutateAsync({ body: values as ThresholdInput })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={stored ? 'Edit thresholds' : 'Add thresholds'}
      submit="Save"
      isBusy={save.isPending}
    >
      {stored ? (
        <Text fw={600}>{stored.company_name ?? stored.provider}</Text>
      ) : (
        <>
          <SelectField name="provider" label="Provider" options={fuelProviders} />
          <CustomerField />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t(
          'An empty field takes the provider’s threshold, or else the portal’s own. They apply to what is booked from now on.',
        )}
      </Text>
      <Meanings of={thresholdHelp} />
      {thresholdNames.map((name) => (
        <NumberField key={name} name={name} label={thresholdWords[name]} placeholder={String(defaults[name])} />
      ))}
    </FormDialog>
  )
}

const thresholdHelp = {
  DEF: 'Diesel exhaust fluid, which modern diesel engines need beside fuel.',
  Exception: 'A purchase that breaks a rule or looks unlikely, such as more fuel than the tank holds.',
  'More than the usual largest fill (%)': 'Without a tank size, a fill is compared with the largest one before.',
}

function CustomerField() {
  const { value, set, input } = useField<number | null>('company_id', 'or customer')
  return <CompanySelect {...input} clearable value={value ?? null} onChange={(company) => set(company?.id ?? null)} />
}
