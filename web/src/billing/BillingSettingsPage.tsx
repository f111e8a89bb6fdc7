import './billing.css'
import { Textarea } from '@mantine/core'
import {
  type BillingSettings,
  type BillingSettingsInput,
  billing,
  billingSettingsInput,
} from '@portal/contract/billing/billing-settings.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { IconBell, IconLock } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { booksPath } from '../books/books.paths.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useField } from '../form/form-context.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type NameOf, useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { remindersPath } from '../reminders/reminders.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const { TextField, NumberField } = fieldsOf(billingSettingsInput)

export function BillingSettingsPage() {
  return (
    <RecordLoader endpoint={billing.settings} id="own">
      {(settings, reread) => <SettingsForm settings={settings} reread={reread} />}
    </RecordLoader>
  )
}

const limits: readonly string[] = ['write_off_user_limit', 'write_off_admin_limit']
/** A limit that its own user could raise would be none (RECV-5). */
const lockFor =
  ({ can_change_limits }: BillingSettings) =>
  (name: string): string | undefined =>
    !can_change_limits && limits.includes(name) ? 'billing.limits-admin' : undefined

function SettingsForm({ settings, reread }: { settings: BillingSettings; reread: () => Promise<BillingSettings> }) {
  const form = useRecordForm(billingSettingsInput, valuesOf(billingSettingsInput, settings))
  const change = useAction(billing.change, { keepPlace: true })
  const save = async (values: Values) =>
    form.settle(valuesOf(billingSettingsInput, await change.mutateAsync({ body: values as BillingSettingsInput })))
  return (
    <FormPage
      title="Billing Settings"
      mode="edit"
      form={form}
      saver={{ isPending: change.isPending, mutateAsync: save }}
      submit="Save"
      actions={
        <>
          <LinkButton to={remindersPath} icon={IconBell} label="Reminders and statements" />
          <LinkButton to={booksPath} icon={IconLock} label="Books" />
        </>
      }
      lockOf={lockFor(settings)}
      reread={async () => valuesOf(billingSettingsInput, await reread())}
    >
      <FormSection title="On every invoice">
        <TextField name="legal_name" label="Legal name" />
        <TextField name="gst_hst_number" label="GST/HST number" placeholder="123456789RT0001" />
        <TextField name="qst_number" label="QST number" placeholder="1234567890TQ0001" />
        <LinesField name="address" label="Address" />
        <LinesField name="payment_instructions" label="Payment instructions" isWide />
        <LinesField name="payment_instructions_fr" label="Payment instructions (French)" isWide />
      </FormSection>
      <FormSection title="Contact for customers">
        <TextField name="contact_email" label="Contact e-mail" />
        <TextField name="contact_phone" label="Contact phone" />
      </FormSection>
      <FormSection
        title="When a payment is returned (NSF)"
        help={{ 'NSF fee': 'Billed to the customer when the bank returns a payment.' }}
      >
        <NumberField name="nsf_fee" label="NSF fee" sign="$" unit={currencies.join('/')} />
      </FormSection>
      <FormSection title="When a second person decides">
        <NumberField
          name="second_person_amount"
          label="Amount for a second person"
          sign="$"
          unit={currencies.join('/')}
        />
        <SecondPersonNote />
      </FormSection>
      <CreditNoteSection />
    </FormPage>
  )
}

function CreditNoteSection() {
  const { t } = useTranslation()
  return (
    <FormSection
      title="Credit notes and write-offs"
      help={{
        'Credit note': 'A document that takes an amount off what a customer owes, with its taxes.',
        'Write-off limit of users': 'The most that a User can write off an invoice. Above it, an Admin has to.',
      }}
    >
      <TextField name="credit_note_prefix" label="Prefix of credit notes" placeholder="CN" />
      <NumberField name="write_off_user_limit" label="Write-off limit of users" sign="$" unit={currencies.join('/')} />
      <NumberField
        name="write_off_admin_limit"
        label="Write-off limit of Admins"
        placeholder={t('No limit')}
        sign="$"
        unit={currencies.join('/')}
      />
      <LinesField name="credit_note_words_en" label="Text on credit notes (English)" />
      <LinesField name="credit_note_words_fr" label="Text on credit notes (French)" />
      <p className="settings-note settings-wide">
        {t('A new prefix starts its own series at 1. Issued credit notes keep their numbers and texts.')}
      </p>
    </FormSection>
  )
}

function SecondPersonNote() {
  const { t } = useTranslation()
  return (
    <p className="settings-note settings-wide">
      {t(
        'Above this amount, a typed credit without a purchase, or a typed tax that differs from the tax rates, must be accepted by a second person.',
      )}
    </p>
  )
}

/** Several lines, as printed on the document. */
type LinesProps = { name: NameOf<typeof billingSettingsInput, string>; label: string; isWide?: boolean }
function LinesField({ name, label, isWide = false }: LinesProps) {
  const { value, set, input } = useField<string | null>(name, label)
  return (
    <Textarea
      {...input}
      {...(isWide ? { className: 'settings-wide' } : {})}
      rows={4}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
