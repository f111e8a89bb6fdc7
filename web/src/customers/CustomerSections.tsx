import { Checkbox } from '@mantine/core'
import { yesNoWords } from '@portal/contract/customers/customers-words.data.ts'
import { FormSection } from '../form/FormSection.tsx'
import { CheckField } from '../form/fields/CheckField.tsx'
import { fieldsOf } from '../form/fields.ts'
import type { RecordForm } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { CustomerFields } from './CustomerFields.tsx'
import { customerForm, optionsOf } from './customer-form.ts'
import { NoteField } from './NoteField.tsx'
import { TypeField } from './TypeField.tsx'

const { TextField, NumberField, SelectField, ListField } = fieldsOf(customerForm)

/** What the terms mean (UX-12). */
const termHelp = {
  'Due after': 'How many days after its date an invoice is due.',
  'Billing cycle': 'How often a billing run invoices this customer.',
  'Above the credit limit':
    'How much a customer may owe. Above it, the rule in the customer’s record warns or puts cards on hold.',
  Exposure: 'What a customer owes, unbilled purchases included. It is compared with the credit limit.',
}

type Props = { form: RecordForm; isLooking: boolean; isSame: boolean; onSame: (isSame: boolean) => void }
export function CustomerSections({ form, isLooking, isSame, onSame }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title="General">
        <CustomerFields part="general" form={form} />
        <TextField name="phone2" label="Second Phone" />
        <TextField name="site_url" label="Web site" />
        <TextField name="cust_type" label="Customer type" />
        <TextField name="customer_status" label="Customer status" />
      </FormSection>
      <FormSection title="Billing address">
        <CustomerFields part="address" form={form} />
      </FormSection>
      <FormSection title="Shipping address">
        {isLooking ? null : (
          <Checkbox
            className="customer-wide"
            label={t('Same as the billing address')}
            checked={isSame}
            onChange={(event) => onSame(event.currentTarget.checked)}
          />
        )}
        {isSame && !isLooking ? null : (
          <>
            <TextField name="address2" label="Address" />
            <LocationFields form={form} prefix="shipping_" />
            <TextField name="shipping_zip_code" label="Postal Code" />
          </>
        )}
      </FormSection>
      <TermSections form={form} />
    </>
  )
}

function TermSections({ form }: { form: RecordForm }) {
  const { broker } = form.state.values
  return (
    <>
      <FormSection title="Terms" help={termHelp}>
        <CustomerFields part="credit" form={form} />
        <CustomerFields part="brand" form={form} />
        <NumberField name="rate" label="Rate" />
        <TypeField name="tax_id" label="Tax type" type="TAX_TYPE" />
        <TextField name="tax_no" label="Tax number" />
        <TypeField name="revenue_id" label="Revenue type" type="REVENUE_TYPE" />
        <div className="customer-wide">
          <CheckField
            name="is_capped_at_retail"
            label="Cap at retail"
            about="Fuel is never billed above the retail price. Applies to transactions imported from now on."
          />
        </div>
      </FormSection>
      <FormSection title="E-mails">
        <CheckField
          name="gets_reminders"
          label="Reminders"
          about="For invoices that are due soon or overdue, on the days set for all customers."
        />
        <CheckField
          name="gets_statements"
          label="Monthly statements"
          about="For the previous month, on the day set for all customers."
        />
      </FormSection>
      <FormSection title="Broker">
        <SelectField name="broker" label="Broker" options={optionsOf(yesNoWords)} />
        {broker === 'yes' ? (
          <ListField name="broker_ids" label="Broker ids" hint="Separate several ids with commas." />
        ) : null}
      </FormSection>
      <FormSection title="References and notes">
        <TextField name="crm_id" label="CRM id" />
        <TextField name="eob_id" label="EOB id" />
        <TextField name="pg_id" label="PG id" />
        <TextField name="asset_id" label="Asset id" />
        <TextField name="invoice_by" label="Invoice by" />
        <TextField name="service_pln_type" label="Service plan type" />
        <NoteField name="info" label="Notes" />
      </FormSection>
    </>
  )
}
