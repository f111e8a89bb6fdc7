import {
  companyEmailHint,
  companyForm,
  contactNumberHint,
  plainContactNumber,
} from '@portal/contract/customers/registration.ts'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import type { RecordForm } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'

const { TextField, PasswordField } = fieldsOf(companyForm)
/** The specified registration form (COMP-2). */
export function CompanySections({ form }: { form: RecordForm }) {
  return (
    <>
      <FormSection title="Company">
        <TextField name="companyName" label="Company Name" />
        <TextField name="phone" label="Contact Number" digits hint={contactNumberHint} repair={plainContactNumber} />
        <TextField name="documentEmail" label="Email for invoices" />
      </FormSection>
      <FormSection title="First Admin">
        <TextField name="firstName" label="First Name" />
        <TextField name="lastName" label="Last Name" />
        <TextField name="email" label="Email" hint={companyEmailHint} />
        <PasswordField name="pwd" label="Password" autoComplete="new-password" />
        <PasswordField name="confirmPassword" label="Confirm Password" autoComplete="new-password" />
      </FormSection>
      <FormSection title="Address">
        <TextField name="address1" label="Street Address 1" />
        <TextField name="address2" label="Street Address 2" />
        <LocationFields form={form} />
        <TextField name="postalCode" label="Zip Code" />
      </FormSection>
    </>
  )
}
