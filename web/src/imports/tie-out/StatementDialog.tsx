import { Text } from '@mantine/core'
import {
  type ProviderStatement,
  type StatementInput,
  statementInput,
} from '@portal/contract/booking/provider-statements.ts'
import { fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm, valuesOf } from '../../form/record-form.ts'
import { useSaveStatement } from './use-save-statement.ts'

const { TextField, SelectField, NumberField, DateField } = fieldsOf(statementInput)

/** The import whose statement it is. */
export type StatementFacts = { provider: string; currency: Currency; importId: number }
type Props = {
  stored: ProviderStatement | null
  facts?: StatementFacts
  opened: boolean
  onClose: () => void
}

/** A provider's statement as it was received. Its provider and currency stay. */
export function StatementDialog({ stored, facts, opened, onClose }: Props) {
  const { add, change, isPending } = useSaveStatement()
  const known = stored ?? facts ?? null
  const initial = valuesOf(statementInput, { ...(known ?? {}) })
  const form = useRecordForm(statementInput, {
    ...initial,
    number: stored?.number ?? '',
    note: stored?.note ?? '',
    import_ids: facts ? [facts.importId] : undefined,
  })
  const send = (values: Record<string, unknown>) => {
    const { provider, currency, import_ids, ...rest } = values as unknown as StatementInput
    return stored ? change(stored, rest) : add({ provider, currency, ...rest, ...(import_ids ? { import_ids } : {}) })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={stored ? 'Edit statement' : 'Enter statement'}
      submit="Save"
      isBusy={isPending}
      first={known ? 'number' : 'provider'}
    >
      {known ? (
        <Text fw={600}>
          {known.provider} · {known.currency}
        </Text>
      ) : (
        <>
          <SelectField name="provider" label="Provider" options={fuelProviders} />
          <SelectField name="currency" label="Currency" options={currencies} />
        </>
      )}
      <TextField name="number" label="Statement number" />
      <DateField name="statement_date" label="Statement date" />
      <NumberField name="total" label="Statement total" decimals={2} />
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
