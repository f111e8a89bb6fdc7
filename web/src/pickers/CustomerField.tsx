import type { Currency } from '@portal/contract/rules/currency.ts'
import { useEffect, useState } from 'react'
import { focusField, useField } from '../form/form-context.ts'
import type { RecordForm } from '../form/record-form.ts'
import { CompanySelect } from './CompanySelect.tsx'

type ChosenCustomer = { id: number; name: string; currency?: Currency } | null
type Props = {
  form: RecordForm
  /** Focused instead where the customer is known from the start. */
  following?: string
  onChoose?: (customer: ChosenCustomer) => void
}

/** The customer that a form is for, focused from the start. Choosing one also chooses its currency. */
export function CustomerField({ form, following = 'company_id', onChoose }: Props) {
  const { value, input } = useField<number | null>('company_id', 'Customer')
  const [first] = useState(value === null ? 'company_id' : following)
  useEffect(() => focusField(first), [first])
  return (
    <CompanySelect
      {...input}
      value={value}
      selectFirstOptionOnChange
      // The field has the focus from the start, and an open list would cover the others.
      openOnFocus={false}
      onChange={(company) => {
        form.change('company_id', company?.id ?? null)
        if (company?.currency) form.change('currency', company.currency)
        onChoose?.(company)
      }}
    />
  )
}
