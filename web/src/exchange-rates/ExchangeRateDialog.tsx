import { Text } from '@mantine/core'
import {
  type ExchangeRate,
  type ExchangeRateChange,
  exchangeRateChange,
  exchangeRates,
} from '@portal/contract/exchange-rates/exchange-rates.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { dayHere } from '../ui/words/day.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { DateField, NumberField, TextField } = fieldsOf(exchangeRateChange)
const blank = (): Values => ({ day: dayHere(new Date()), from_currency: 'USD', rate: null, source: 'Bank of Canada' })

type Props = { stored: ExchangeRate | null; opened: boolean; onClose: () => void }

/** The rate of a day, entered or corrected. */
export function ExchangeRateDialog({ stored, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(exchangeRateChange, stored ? valuesOf(exchangeRateChange, stored) : blank())
  const create = useAction(exchangeRates.create, { keepPlace: true })
  const update = useAction(exchangeRates.update, { keepPlace: true })
  const send = (values: Values) => {
    const { version, ...input } = values as ExchangeRateChange
    return stored
      ? update.mutateAsync({ params: { id: stored.id }, body: { ...input, version } })
      : create.mutateAsync({ body: input })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={stored ? 'Edit exchange rate' : 'Add exchange rate'}
      submit="Save"
      isBusy={create.isPending || update.isPending}
      first={stored ? 'rate' : 'day'}
    >
      <DateField name="day" label="Day" />
      <NumberField name="rate" label="CAD for 1 USD" />
      <TextField name="source" label="Source" />
      <Text size="sm" c="dimmed">
        {t('A rate holds from its day until the next one, for at most seven days after it.')}
      </Text>
    </FormDialog>
  )
}
