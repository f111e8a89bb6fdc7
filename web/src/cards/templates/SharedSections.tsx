import { cardTemplateInput } from '@portal/contract/cards/card-templates.ts'
import {
  cardTypes,
  cashAdvanceTypes,
  plasticTypes,
  productRefreshDays,
  uoms,
  yesNo,
} from '@portal/contract/cards/cards.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { cardHelp } from '../card-help.ts'

const { TextField, NumberField, SelectField, WeekdaysField } = fieldsOf(cardTemplateInput)

/** The fields that cards have in common, in the card form's order and words. Their values have the card's own unit. */
export function SharedSections({ uom, withUom = false }: { uom: string; withUom?: boolean }) {
  const unit = uom || undefined
  return (
    <>
      <FormSection title="Card Properties" help={cardHelp.properties}>
        {withUom ? <SelectField name="uom" label="UOM" options={uoms} /> : null}
        <SelectField name="plastic_type" label="Plastic Type" options={plasticTypes} />
        <SelectField name="card_type" label="Card Type" options={cardTypes} />
        <TextField name="card_group" label="Card Group" />
        <SelectField name="usage_above_volume_limits" label="Usage Above Volume Limits" options={yesNo} />
      </FormSection>
      <FormSection title="Card Monetary Properties" help={cardHelp.monetary}>
        <SelectField name="cash_advance_type" label="Cash Advance Type" options={cashAdvanceTypes} />
        <NumberField name="refreshing_cash_limits" label="Refreshing Cash Limits" sign="$" />
        <NumberField name="daily_card_limit" label="Daily Card Limit" sign="$" />
        <NumberField name="daily_cash_limit" label="Daily Cash Limit" sign="$" />
        <WeekdaysField name="cash_refresh_days" label="Cash Refresh Days" />
      </FormSection>
      <FormSection title="Weekly Fuel Purchase Properties" help={cardHelp.weekly}>
        <SelectField name="weekly_product_refresh" label="Weekly Product Refresh" options={productRefreshDays} />
        <NumberField name="weekly_product_refresh_money_amount" label="Weekly Product Refresh Money Amount" sign="$" />
        <NumberField name="weekly_fuel_quantity_limit" label="Weekly Fuel Quantity Limit" unit={unit} />
        <WeekdaysField name="weekly_vehicle_quantity_refresh_day" label="Weekly Vehicle Quantity Refresh Day" />
      </FormSection>
      <FormSection title="Fuel Purchase Limitation Properties" help={cardHelp.limitation}>
        <NumberField
          name="daily_vehicle_quantity_limit_in_gallons"
          label="Daily Vehicle Quantity Limit In Gallons"
          unit="GAL"
        />
        <NumberField name="transaction_fuel_quantity_limits" label="Transaction Fuel Quantity Limits" unit={unit} />
      </FormSection>
      <FormSection title="Non-Highway Fuel Purchase Properties" help={cardHelp.nonHighway}>
        <NumberField name="non_highway_fuel_limit" label="Non-Highway Fuel Limit" unit={unit} />
        <NumberField
          name="non_highway_fuel_daily_quantity_limit"
          label="Non-Highway Fuel Daily Quantity Limit"
          unit={unit}
        />
        <NumberField
          name="non_highway_fuel_weekly_quantity_limit"
          label="Non-Highway Fuel Weekly Quantity Limit"
          unit={unit}
        />
        <WeekdaysField name="non_highway_fuel_weekly_refresh_day" label="Non-Highway Fuel Weekly Refresh Day" />
      </FormSection>
    </>
  )
}
