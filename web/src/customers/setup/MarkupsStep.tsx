import type { Customer } from '@portal/contract/customers/customers.ts'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { markupInput, markups } from '@portal/contract/markups/markups.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { fieldsOf } from '../../form/fields.ts'
import { useField } from '../../form/form-context.ts'
import { useRecordForm, type Values } from '../../form/record-form.ts'
import { LookupSelect } from '../../pickers/LookupSelect.tsx'
import { dayHere } from '../../ui/words/day.ts'
import { priceText } from '../../ui/words/figures.ts'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { StepForm } from './StepForm.tsx'
import { StepPlain } from './StepPlain.tsx'
import { useRefreshed } from './use-refreshed.ts'

const { fuel_company_provider_id, mark_up_value, from_date } = markupInput.shape
const adding = z.object({ fuel_company_provider_id, mark_up_value, from_date })
const { NumberField, DateField } = fieldsOf(adding)

type Props = { customer: Customer; ways: ReactNode }

/** The customer's markups, and one more for a fuel provider. */
export function MarkupsStep({ customer, ways }: Props) {
  const { t, language } = useTranslation()
  const can = useCan()
  const [round, setRound] = useState(0)
  const query = { filter: [`company_name:${customer.name}`, 'status:ACTIVE'], size: 50 }
  const { data } = useQuery({
    queryKey: queryKeyOf(markups.list, query),
    queryFn: ({ signal }) => call(markups.list, { query }, { signal }),
    enabled: can(markups.list),
  })
  const own = data?.markups.filter(({ customer_company_id }) => customer_company_id === customer.id) ?? []
  return (
    <>
      <p className="wizard-note">
        {t('A markup is added to the rate of a fuel provider. Without one, purchases are flagged.')}
      </p>
      {own.length > 0 ? (
        <ul className="setup-list">
          {own.map((markup) => (
            <li key={markup.id}>
              <strong>{markup.fuel_company_provider}</strong>{' '}
              {priceText(markup.mark_up_value, language, priceUnitText(markup))} · {dateText(markup.from_date)} –{' '}
              {markup.to_date ? dateText(markup.to_date) : ''}
            </li>
          ))}
        </ul>
      ) : null}
      {can(markups.create) ? (
        <AddMarkup key={round} customer={customer} ways={ways} onAdded={() => setRound(round + 1)} />
      ) : (
        <StepPlain ways={ways} isRefused />
      )}
    </>
  )
}

function AddMarkup({ customer, ways, onAdded }: Props & { onAdded: () => void }) {
  const form = useRecordForm(adding, {
    fuel_company_provider_id: null,
    mark_up_value: null,
    from_date: dayHere(new Date()),
  })
  const create = useAction(markups.create, { keepPlace: true })
  const refresh = useRefreshed()
  const save = async (values: Values) => {
    await create.mutateAsync({
      body: { ...(values as typeof adding._zod.input), customer_company_id: customer.id },
    })
    await refresh()
  }
  return (
    <StepForm form={form} submit="Add the markup" save={save} isBusy={create.isPending} onSaved={onAdded} ways={ways}>
      <div className="form-grid">
        <Fields providerId={form.state.values.fuel_company_provider_id} />
      </div>
    </StepForm>
  )
}

function Fields({ providerId }: { providerId: unknown }) {
  const { value, set, input } = useField<number | null>('fuel_company_provider_id', 'Fuel Company Provider')
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(markups.providers),
    queryFn: ({ signal }) => call(markups.providers, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosen = data?.fuel_company.find(({ company_id }) => company_id === providerId)
  return (
    <>
      <LookupSelect
        {...input}
        options={data?.fuel_company.map((one) => ({ key: String(one.company_id), value: one.fuel_company_provider }))}
        isFetching={isFetching}
        isError={isError}
        value={value === null ? null : String(value)}
        onChange={(key) => set(key === null ? null : Number(key))}
      />
      <NumberField name="mark_up_value" label="Markup Value" {...(chosen ? { unit: priceUnitText(chosen) } : {})} />
      <DateField name="from_date" label="From Date" />
    </>
  )
}
