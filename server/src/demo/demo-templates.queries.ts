import type pg from 'pg'

/** The values of a template by column, as the service stores them (UX-13). */
const templates = {
  'Highway tractor': {
    plastic_type: 'Driver',
    uom: 'L',
    card_type: 'CB Type',
    card_group: 'Highway',
    usage_above_volume_limits: 'No',
    cash_advance_type: 'Weekly',
    cash_refresh_days: 1,
    refreshing_cash_limits_cents: 20_000,
    daily_card_limit_cents: 250_000,
    weekly_product_refresh: 'Monday',
    weekly_product_refresh_money_amount_cents: 500_000,
    weekly_fuel_quantity_limit_milli: 3_000_000,
    weekly_vehicle_quantity_refresh_day: 1,
    daily_vehicle_quantity_limit_in_gallons_milli: 300_000,
  },
  'City truck': {
    plastic_type: 'Vehicle',
    uom: 'L',
    card_type: 'C P Type',
    card_group: 'City',
    usage_above_volume_limits: 'No',
    cash_advance_type: 'None',
    cash_refresh_days: 0,
    refreshing_cash_limits_cents: 0,
    daily_card_limit_cents: 80_000,
    weekly_product_refresh: 'Monday',
    weekly_product_refresh_money_amount_cents: 150_000,
    weekly_fuel_quantity_limit_milli: 900_000,
    weekly_vehicle_quantity_refresh_day: 1,
    daily_vehicle_quantity_limit_in_gallons_milli: 100_000,
  },
}

/** Two templates for all companies. */
export async function addTemplates(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into card_templates (company_id, name, columns)
     select companies.id, key, value from companies, jsonb_each($1::jsonb)
     where kind = 'provider' and not exists (select from card_templates)`,
    [JSON.stringify(templates)],
  )
}
