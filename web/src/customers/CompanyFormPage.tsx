import './customers.css'
import {
  companyEmailHint,
  companyForm,
  companyTexts,
  contactNumberHint,
  fuelCompanies,
  plainContactNumber,
} from '@portal/contract/customers/registration.ts'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { blankOf, useRecordForm, type Values } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'

const { TextField, PasswordField } = fieldsOf(companyForm)
const blank: Values = {
  ...blankOf(companyForm, [...companyTexts, 'documentEmail']),
  companyCode: '',
  businessType: 68,
  planType: 34,
  validTill: '2030-12-31',
}

/** Staff enter a company with its first Admin (COMP-2). */
export function CompanyFormPage({ list }: { list: { path: string; label: string } }) {
  const form = useRecordForm(companyForm, blank)
  const register = useAction(fuelCompanies.register, { keepPlace: true })
  const save = (values: Values) => register.mutateAsync({ body: values as typeof companyForm._zod.input })
  return (
    <FormPage
      title="Customer Company"
      mode="add"
      form={form}
      list={list}
      saver={{ isPending: register.isPending, mutateAsync: save }}
    >
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
    </FormPage>
  )
}
