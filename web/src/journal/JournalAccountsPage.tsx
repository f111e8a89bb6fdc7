import './journal.css'
import { Checkbox, Group, TextInput } from '@mantine/core'
import {
  type JournalMapping,
  type JournalMappingInput,
  journalAccounts,
  journalMappingInput,
} from '@portal/contract/journal/journal.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { use } from 'react'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { FormContext } from '../form/form-context.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccountRows } from './AccountRows.tsx'
import { journalPath } from './journal.paths.ts'

/** Which general-ledger account each key of the journal is, and what the programs need to know (RECV-10). */
export function JournalAccountsPage() {
  return (
    <RecordLoader endpoint={journalAccounts.get} id="own">
      {(mapping, reread) => <MappingForm mapping={mapping} reread={reread} />}
    </RecordLoader>
  )
}

const toValues = (mapping: JournalMapping): Values => valuesOf(journalMappingInput, mapping)
function MappingForm({ mapping, reread }: { mapping: JournalMapping; reread: () => Promise<JournalMapping> }) {
  const { t } = useTranslation()
  const form = useRecordForm(journalMappingInput, toValues(mapping))
  const save = useAction(journalAccounts.save, { keepPlace: true })
  const send = async (values: Values) =>
    form.settle(toValues(await save.mutateAsync({ body: values as JournalMappingInput })))
  return (
    <FormPage
      title="General-ledger accounts"
      mode="edit"
      form={form}
      list={{ path: journalPath, label: 'Journal' }}
      saver={{ isPending: save.isPending, mutateAsync: send }}
      submit="Save"
      reread={async () => toValues(await reread())}
    >
      <FormSection title="Accounts by key">
        <p className="journal-note journal-wide">
          {t(
            'The most specific row applies: sales.D1.ON, then sales.D1, then sales. A row of a currency comes before one for all. Exported batches keep their accounts.',
          )}
        </p>
        <AccountRows />
      </FormSection>
      <FormSection title="Accounting programs">
        <SettingsFields />
      </FormSection>
    </FormPage>
  )
}

type Settings = JournalMapping['settings']
function SettingsFields() {
  const { t } = useTranslation()
  const frame = use(FormContext)
  if (!frame) return null
  const { form, isDisabled } = frame
  const settings = form.state.values.settings as Settings
  const set = (changed: Partial<Settings>) => {
    form.change('settings', { ...settings, ...changed })
    for (const name of Object.keys(changed)) form.state.clearFieldError(`settings.${name}`)
  }
  const errorOf = (name: keyof Settings) => {
    const error = form.state.errors[`settings.${name}`]
    return typeof error === 'string' ? sentence(t, error) : undefined
  }
  return (
    <>
      <Checkbox.Group
        label={t('Currencies of the books')}
        description={t('Other currencies can be exported as CSV only.')}
        error={errorOf('currencies')}
        value={settings.currencies}
        onChange={(chosen) => set({ currencies: currencies.filter((one) => chosen.includes(one)) })}
      >
        <Group mt={8}>
          {currencies.map((one) => (
            <Checkbox key={one} value={one} label={one} disabled={isDisabled} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label={t('Xero tax rate')}
        description={t('The name of the rate without tax in Xero.')}
        required
        disabled={isDisabled}
        error={errorOf('xero_tax_rate')}
        value={settings.xero_tax_rate}
        onChange={(event) => set({ xero_tax_rate: event.currentTarget.value })}
      />
      <TextInput
        label={t('Xero tracking category')}
        description={t('For provinces; empty for none.')}
        disabled={isDisabled}
        error={errorOf('xero_tracking')}
        value={settings.xero_tracking ?? ''}
        onChange={(event) => set({ xero_tracking: event.currentTarget.value || null })}
      />
    </>
  )
}
