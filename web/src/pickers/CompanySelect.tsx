import { companies } from '@portal/contract/companies/companies.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { ChoiceBox, type ChoiceProps } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type CompanyChoice = { id: number; name: string; currency?: Currency }
type Props = Omit<ChoiceProps, 'value' | 'onChange' | 'data'> & {
  value: number | null
  onChange: (company: CompanyChoice | null) => void
  /** Companies to offer in addition to the customers, such as the record's current one. */
  others?: readonly CompanyChoice[]
}

/** The companies that a card can belong to (CARD-12). */
export function CompanySelect({ value, onChange, others = [], ...rest }: Props) {
  const { t } = useTranslation()
  const { data, isPending, isError } = useQuery({
    queryKey: queryKeyOf(companies.findAll),
    queryFn: ({ signal }) => call(companies.findAll, { query: { paged: 'false' } }, { signal }),
    enabled: rest.disabled !== true,
    staleTime: 60_000,
  })
  const customers = (data ?? []).map((one) => ({
    id: one.customer_company_id,
    name: one.company_name,
    number: one.company_number,
    currency: one.currency,
  }))
  const extra = others
    .filter(({ id }) => !customers.some((customer) => customer.id === id))
    .map((one) => ({ ...one, number: null }))
  const all = [...extra, ...customers]
  const labelOf = ({ name, number }: (typeof all)[number]) => (number ? `${name} (${number})` : name)
  /** A name typed before the companies arrive marks no option, and Enter would submit the form. */
  const chooseTyped = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value: typed } = event.currentTarget
    if (event.key !== 'Enter' || !typed.trim() || event.currentTarget.hasAttribute('aria-activedescendant')) return
    const first = all.find((one) => labelOf(one).toLowerCase().includes(typed.trim().toLowerCase()))
    if (value !== null || !first) return
    event.preventDefault()
    onChange(first)
  }
  return (
    <ChoiceBox
      {...rest}
      searchable
      data={all.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(all.find((one) => String(one.id) === id) ?? null)}
      loading={isPending && rest.disabled !== true}
      limit={100}
      {...(rest.selectFirstOptionOnChange ? { onKeyDown: chooseTyped } : {})}
      nothingFoundMessage={t(isError ? 'Oops! Something broke, we are working on a fix.' : 'No Company found.')}
    />
  )
}
