import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { BankFileColumns } from '@portal/contract/bank-files/bank-files.ts'
import {
  type BankInput,
  bankDateFormats,
  bankSeparators,
  decimalMarks,
  type MappedColumn,
  mappedColumns,
} from '@portal/contract/bank-files/banks.ts'
import { AppError } from '@portal/contract/errors.ts'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { type FormEvent, useState } from 'react'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { FirstRows } from './FirstRows.tsx'
import { atFields, draftOf, faultsOf, inputOf, type MappingDraft, type MappingFaults } from './mapping-draft.ts'
import type { BankUpload } from './use-bank-upload.ts'

const columnLabels: Record<MappedColumn, string> = {
  date: 'Date',
  amount: 'Amount with its sign',
  credit: 'Money in',
  debit: 'Money out',
  reference: 'Reference',
  name: 'Payer',
}
/** What was entered, what is wrong with it, and saving it. */
function useMapping(upload: BankUpload, seen: BankFileColumns) {
  const [draft, setDraft] = useState(() => draftOf(upload.bank, seen))
  const [faults, setFaults] = useState<MappingFaults>({})
  const [refusal, setRefusal] = useState<string>()
  const set = (field: string, value: string) => {
    setDraft((now) => ({ ...now, [field]: value }))
    setFaults(({ [field]: _, ...others }) => others)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = inputOf(draft)
    const found = faultsOf(input)
    setFaults(found)
    setRefusal(undefined)
    if (Object.keys(found).length > 0) return
    await upload.save(input as BankInput).catch((error: unknown) => {
      const fields = error instanceof AppError ? error.fields : undefined
      if (fields) setFaults(atFields(fields))
      else setRefusal(error instanceof Error ? error.message : 'Operation Failed!')
    })
  }
  return { draft, faults, refusal, set, submit }
}

/** The bank's name and what the columns of its files are. Later files of the bank use the same. */
export function MappingStep({ upload, seen }: { upload: BankUpload; seen: BankFileColumns }) {
  const { t } = useTranslation()
  const { draft, faults, refusal, set, submit } = useMapping(upload, seen)
  const frame = { draft, faults, isBusy: upload.isBusy, set }
  const columns = [...new Set([...seen.columns, ...mappedColumns.flatMap((field) => draft[field] || [])])]
  return (
    <form className="import-step" onSubmit={submit} noValidate aria-busy={upload.isBusy}>
      <div className="bank-fields">
        <TextInput
          label={t('Name of the bank')}
          required
          data-autofocus
          value={draft.bank_name ?? ''}
          error={faults.bank_name ? sentence(t, faults.bank_name) : undefined}
          disabled={upload.isBusy}
          onChange={(event) => set('bank_name', event.currentTarget.value)}
        />
        <Choice {...frame} field="currency" label="Currency" words={wordsOf(currencies)} />
        <Choice {...frame} field="payment_mode" label="Payment mode of its receipts" words={receiptModes} />
      </div>
      <FirstRows seen={seen} />
      <div className="bank-fields">
        {mappedColumns.map((field) => (
          <Choice
            key={field}
            {...frame}
            field={field}
            label={columnLabels[field]}
            words={wordsOf(columns)}
            none={field === 'date' ? 'Choose one' : 'No column'}
            isPlain
          />
        ))}
        <Choice {...frame} field="date_format" label="Date order" words={bankDateFormats} none="Choose one" />
        <Choice {...frame} field="decimal_mark" label="Decimal mark" words={decimalMarks} />
        <Choice {...frame} field="separator" label="Between the columns" words={bankSeparators} />
      </div>
      {refusal ? (
        <Alert color="bad" variant="outline" role="alert">
          {sentence(t, refusal)}
        </Alert>
      ) : null}
      <Group gap={12} justify="flex-end" className="import-buttons">
        <Button variant="default" onClick={upload.back}>
          {t('Back')}
        </Button>
        <Button type="submit" loading={upload.isBusy}>
          {t('Save and upload')}
        </Button>
      </Group>
    </form>
  )
}

const wordsOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, value]))
type ChoiceProps = {
  draft: MappingDraft
  faults: MappingFaults
  isBusy: boolean
  set: (field: string, value: string) => void
  field: string
  label: string
  words: Readonly<Record<string, string>>
  none?: string
  /** The options are the file's own words. */
  isPlain?: true
}
function Choice({ draft, faults, isBusy, set, field, label, words, none, isPlain }: ChoiceProps) {
  const { t } = useTranslation()
  const fault = faults[field]
  return (
    <NativeSelect
      label={t(label)}
      data={[
        ...(none ? [{ value: '', label: t(none) }] : []),
        ...Object.entries(words).map(([value, word]) => ({ value, label: isPlain ? word : t(word) })),
      ]}
      value={draft[field] ?? ''}
      error={fault ? sentence(t, fault) : undefined}
      disabled={isBusy}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
}
