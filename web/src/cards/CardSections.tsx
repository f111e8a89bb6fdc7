import {
  type Card,
  type CardStatus,
  cardChange,
  cardStatusesFrom,
  cards,
  cardTypes,
  cashAdvanceTypes,
  plasticTypes,
  productRefreshDays,
  uoms,
  yesNo,
} from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import type { CompanyKind } from '@portal/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useSession } from '../api/session.ts'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'

import { cardHelp } from './card-help.ts'

const { TextField, NumberField, SelectField, SuggestField, DateField, WeekdaysField } = fieldsOf(cardChange)

type Props = {
  form: RecordForm
  card: Card | undefined
  kind: CompanyKind
}
/** The units of the card's amounts (CARD-19): its company's currency, if known, and its own unit of measure. */
type Units = { currency: string | undefined; uom: string }

/** The seven sections of a card, in the specification's order (CARD-5, CARD-6). */
export function CardSections(props: Props) {
  const { form, card } = props
  const [chosen, setChosen] = useState<{ id: number; currency: string | undefined } | null>(null)
  const company = form.state.values.company
  const currency = company === chosen?.id ? chosen?.currency : company === card?.company ? card?.currency : undefined
  const units = { currency, uom: String(form.state.values.uom ?? '') }
  return (
    <>
      <Management {...props} onCompany={setChosen} />
      <Identifiers />
      <Properties {...props} />
      <Monetary {...units} />
      <WeeklyFuel {...units} />
      <Limitations {...units} />
      <NonHighway {...units} />
    </>
  )
}

type OnCompany = { onCompany: (company: { id: number; currency: string | undefined }) => void }
function Management({ form, card, onCompany }: Props & OnCompany) {
  return (
    <FormSection title="Card Management" help={cardHelp.management}>
      <TextField name="card_number" label="Card Number" digits />
      <CompanyField form={form} card={card} onCompany={onCompany} />
      <SelectField name="plastic_type" label="Plastic Type" options={plasticTypes} />
      <DateField name="card_issue_date" label="Card Issue Date" />
      <SelectField name="uom" label="UOM" options={uoms} />
    </FormSection>
  )
}

/** The company name is shown and required. The id beside it makes the choice unambiguous (CARD-6). */
function CompanyField({ form, card, onCompany }: Pick<Props, 'form' | 'card'> & OnCompany) {
  const { input, lock } = useField<string | null>('company_name', 'Company Name')
  const { company } = useSession()
  const own = { id: company.id, name: company.name }
  const current = card?.company ? [{ id: card.company, name: card.company_name, currency: card.currency }] : []
  return (
    <CompanySelect
      {...input}
      {...lockMark(lock)}
      value={form.state.values.company as number | null}
      others={current[0]?.id === own.id ? [own] : [...current, own]}
      onChange={(choice) => {
        form.change('company', choice?.id ?? null)
        form.change('company_name', choice?.name ?? null)
        if (choice) onCompany({ id: choice.id, currency: choice.currency })
      }}
    />
  )
}

function Identifiers() {
  return (
    <FormSection title="Driver/Vehicle Identifiers" help={cardHelp.identifiers}>
      <TextField name="driver_name" label="Driver Name" />
      <TextField name="driver_id" label="Driver Id" />
      <TextField name="other_id" label="Other Id" />
      <TextField name="commercial_driver_license" label="Commercial Driver License" />
      <TextField name="vehicle_assigned_to_card" label="Vehicle Assigned To Card" />
      <TextField name="trailer_number" label="Trailer Number" />
    </FormSection>
  )
}

function Properties({ form, card, kind }: Props) {
  const groups = useQuery({
    queryKey: queryKeyOf(cards.groups),
    queryFn: ({ signal }) => call(cards.groups, {}, { signal }),
  })
  const statuses = card ? cardStatusesFrom(card.card_status as CardStatus, kind) : (['RELEASE', 'HOLD'] as const)
  return (
    <FormSection title="Card Properties" help={cardHelp.properties}>
      <SelectField name="card_type" label="Card Type" options={cardTypes} />
      <SelectField
        name="card_status"
        label="Card Status"
        options={statuses.map((value) => ({ value, label: cardStatusWords[value] }))}
      />
      {card && form.state.values.card_status !== card.card_status ? (
        <TextField name="status_reason" label="Reason for the status change" />
      ) : null}
      <SuggestField name="card_group" label="Card Group" suggestions={(groups.data ?? []).map(({ value }) => value)} />
      <TextField name="odometer" label="Odometer" digits />
      <TextField name="trip_number" label="Trip Number" digits />
      <SelectField name="usage_above_volume_limits" label="Usage Above Volume Limits" options={yesNo} />
    </FormSection>
  )
}

function Monetary({ currency }: Units) {
  return (
    <FormSection title="Card Monetary Properties" help={cardHelp.monetary}>
      <SelectField name="cash_advance_type" label="Cash Advance Type" options={cashAdvanceTypes} />
      <NumberField name="refreshing_cash_limits" label="Refreshing Cash Limits" sign="$" unit={currency} />
      <NumberField name="daily_card_limit" label="Daily Card Limit" sign="$" unit={currency} />
      <NumberField name="daily_cash_limit" label="Daily Cash Limit" sign="$" unit={currency} />
      <NumberField name="debit_dollar_balance" label="Debit Dollar Balance" sign="$" unit={currency} />
      <NumberField name="refreshing_cash_balance" label="Refreshing Cash Balance" sign="$" unit={currency} />
      <NumberField name="increment_dash_cash_amount" label="Increment Dash Cash Amount" sign="$" unit={currency} />
      <NumberField name="paycheck_balance" label="Pay Check Balance" sign="$" unit={currency} />
      <NumberField name="dash_cash_balance" label="Dash Cash Balance" sign="$" unit={currency} />
      <TextField name="dash_cash_memo" label="Dash Cash Memo" />
      <WeekdaysField name="cash_refresh_days" label="Cash Refresh Days" />
    </FormSection>
  )
}

function WeeklyFuel({ currency, uom }: Units) {
  return (
    <FormSection title="Weekly Fuel Purchase Properties" help={cardHelp.weekly}>
      <SelectField name="weekly_product_refresh" label="Weekly Product Refresh" options={productRefreshDays} />
      <NumberField
        name="weekly_product_refresh_money_amount"
        label="Weekly Product Refresh Money Amount"
        sign="$"
        unit={currency}
      />
      <NumberField name="weekly_product_balance" label="Weekly Product Balance" sign="$" unit={currency} />
      <NumberField name="weekly_fuel_quantity_limit" label="Weekly Fuel Quantity Limit" unit={uom} />
      <NumberField name="weekly_fuel_quantity_balance" label="Weekly Fuel Quantity Balance" unit={uom} />
      <WeekdaysField name="weekly_vehicle_quantity_refresh_day" label="Weekly Vehicle Quantity Refresh Day" />
    </FormSection>
  )
}

function Limitations({ uom }: Units) {
  return (
    <FormSection title="Fuel Purchase Limitation Properties" help={cardHelp.limitation}>
      <NumberField
        name="daily_vehicle_quantity_limit_in_gallons"
        label="Daily Vehicle Quantity Limit In Gallons"
        unit="GAL"
      />
      <NumberField name="transaction_fuel_quantity_limits" label="Transaction Fuel Quantity Limits" unit={uom} />
    </FormSection>
  )
}

function NonHighway({ uom }: Units) {
  return (
    <FormSection title="Non-Highway Fuel Purchase Properties" help={cardHelp.nonHighway}>
      <NumberField name="non_highway_fuel_limit" label="Non-Highway Fuel Limit" unit={uom} />
      <NumberField
        name="non_highway_fuel_daily_quantity_limit"
        label="Non-Highway Fuel Daily Quantity Limit"
        unit={uom}
      />
      <NumberField
        name="non_highway_fuel_weekly_quantity_limit"
        label="Non-Highway Fuel Weekly Quantity Limit"
        unit={uom}
      />
      <NumberField name="non_highway_fuel_weekly_balance" label="Non-Highway Fuel Weekly Balance" unit={uom} />
      <WeekdaysField name="non_highway_fuel_weekly_refresh_day" label="Non-Highway Fuel Weekly Refresh Day" />
    </FormSection>
  )
}
