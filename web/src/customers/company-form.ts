import { companyForm, companyTexts } from '@portal/contract/customers/registration.ts'
import { blankOf, type Values } from '../form/record-form.ts'

export const blankCompany: Values = {
  ...blankOf(companyForm, [...companyTexts, 'documentEmail']),
  companyCode: '',
  businessType: 68,
  planType: 34,
  validTill: '2030-12-31',
}
