import { billingCycleWords, holdRuleWords, languageWords } from '@portal/contract/customers/customers-words.data.ts'
import { brands } from '@portal/contract/lookups/brands.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { fieldsOf } from '../form/fields.ts'
import type { RecordForm } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { customerForm, optionsOf } from './customer-form.ts'

const brandOptions = Object.entries(brands).map(([value, { name }]) => ({ value, label: name }))
const { TextField, NumberField, SelectField } = fieldsOf(customerForm)

type Part = 'general' | 'address' | 'credit' | 'brand'

/** Groups of fields that the customer's form and the steps of its set-up share. */
export function CustomerFields({ part, form }: { part: Part; form: RecordForm }) {
  if (part === 'general') return <GeneralFields />
  if (part === 'address') return <AddressFields form={form} />
  return part === 'credit' ? <CreditFields /> : <BrandFields />
}

const GeneralFields = () => (
  <>
    <TextField name="name" label="Name" />
    <SelectField name="currency_id" label="Currency" options={currencies} />
    <TextField name="email" label="Email" />
    <TextField name="document_email" label="Email for invoices" />
    <TextField name="oprtng_name" label="Operating name" />
    <TextField name="cont_name" label="Contact name" />
    <TextField name="phone" label="Phone" />
  </>
)

const AddressFields = ({ form }: { form: RecordForm }) => (
  <>
    <TextField name="address1" label="Address" />
    <LocationFields form={form} prefix="billing_" />
    <TextField name="billing_zip_code" label="Postal Code" />
  </>
)

const BrandFields = () => (
  <>
    <SelectField name="brand" label="Brand" options={brandOptions} />
    <SelectField name="language" label="Language of documents" options={optionsOf(languageWords)} />
  </>
)

function CreditFields() {
  const { t } = useTranslation()
  return (
    <>
      <NumberField name="due_days" label="Due after" unit={t('days')} />
      <SelectField name="billing_cycle" label="Billing cycle" options={optionsOf(billingCycleWords)} />
      <NumberField name="credit_limit_cad" label="Credit limit in CAD" sign="$" unit="CAD" />
      <NumberField name="credit_limit_usd" label="Credit limit in USD" sign="$" unit="USD" />
      <SelectField name="hold_rule" label="Above the credit limit" options={optionsOf(holdRuleWords)} />
    </>
  )
}
