import './journal.css'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { JournalAccount } from '@portal/contract/journal/journal-accounts.rules.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { use } from 'react'
import { FormContext } from '../form/form-context.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

const texts = [
  ['pattern', 'Key'],
  ['account_number', 'Account number'],
  ['account_name', 'Account name'],
] as const
const blank: JournalAccount = { pattern: '', currency: null, account_number: '', account_name: '' }

type RowProps = {
  row: JournalAccount
  at: number
  isDisabled: boolean
  errorOf: (name: string) => string | undefined
  onChange: (changed: Partial<JournalAccount>) => void
  onRemove: () => void
}
function AccountRow({ row, at, isDisabled, errorOf, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  return (
    <div className="journal-row">
      {texts.map(([name, label]) => (
        <TextInput
          key={name}
          aria-label={`${t(label)} ${at + 1}`}
          placeholder={t(label)}
          disabled={isDisabled}
          error={errorOf(name)}
          value={row[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <ChoiceBox
        aria-label={`${t('Currency')} ${at + 1}`}
        allowDeselect={false}
        disabled={isDisabled}
        data={[{ value: '', label: t('All currencies') }, ...currencies.map((value) => ({ value, label: value }))]}
        value={row.currency ?? ''}
        onChange={(currency) => onChange({ currency: (currency || null) as Currency | null })}
      />
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('Remove {record}', { record: row.pattern || String(at + 1) })}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** A row for each mapped key, in the surrounding form. */
export function AccountRows() {
  const { t } = useTranslation()
  const frame = use(FormContext)
  if (!frame) return null
  const { form, isDisabled } = frame
  const rows = form.state.values.accounts as readonly JournalAccount[]
  const replace = (next: readonly JournalAccount[]) => {
    form.change('accounts', next)
    // Errors are by place, and the places move.
    if (next.length !== rows.length) form.state.clearErrors()
  }
  const set = (at: number, changed: Partial<JournalAccount>) => {
    replace(rows.map((row, n) => (n === at ? { ...row, ...changed } : row)))
    for (const name of Object.keys(changed)) form.state.clearFieldError(`accounts.${at}.${name}`)
  }
  const errorOf = (at: number, name: string) => {
    const error = form.state.errors[`accounts.${at}.${name}`]
    return typeof error === 'string' ? sentence(t, error) : undefined
  }
  return (
    <div className="journal-wide journal-rows">
      <div className="journal-row journal-row-head" aria-hidden>
        {texts.map(([name, label]) => (
          <span key={name}>{t(label)}</span>
        ))}
        <span>{t('Currency')}</span>
      </div>
      {rows.map((row, at) => (
        <AccountRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no key of its own, and its place is its field's name.
          key={at}
          row={row}
          at={at}
          isDisabled={isDisabled}
          errorOf={(name) => errorOf(at, name)}
          onChange={(changed) => set(at, changed)}
          onRemove={() => replace(rows.filter((_, n) => n !== at))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        className="journal-add"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isDisabled}
        onClick={() => replace([...rows, blank])}
      >
        {t('Add a key')}
      </Button>
    </div>
  )
}
