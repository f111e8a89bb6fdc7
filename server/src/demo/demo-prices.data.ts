/** The demo ends on a fixed day, so its taxes and amounts are the same everywhere, in every year. */
export const lastDay = '2026-11-14'
/** 90 days. */
export const firstDay = '2026-08-17'
/** The fleet whose purchases go back a whole year; they end before the first half month that all fleets are billed for. */
export const fleetYear = { name: 'Northline Haulage', from: '2025-11-15', until: '2026-08-16' }

/**
 * SQL of the price before taxes, in ten-thousandths per litre or gallon, from which purchases and daily rates are made. It
 * varies by site and day. In the months before, it was lower a year ago and peaked in February. `of` has day, site_id and unit.
 */
export const netPrice = (product: string, of: string): string => `
  (case ${of}.unit when 'L' then case ${product} when 'D1' then 13200 when 'GAS' then 12100 else 12950 end
    else case ${product} when 'D1' then 35400 when 'GAS' then 31200 else 34600 end end
    + (${of}.day - date '2025-10-11') * 37 % 41 * 10 + ${of}.site_id % 13 * 15
    + case when ${of}.day >= date '${firstDay}' then 0 else
      (greatest(0, 90 - abs(${of}.day - date '2026-02-08')) * 8 - (date '${firstDay}' - ${of}.day) * 3) * case ${of}.unit when 'L' then 10 else 27 end / 10 end)`

/** SQL of the price at the pump, sales tax included. */
export const retailPrice = (price: string, unit: string, salesTaxes: string): string =>
  `((${price} + case ${unit} when 'L' then 900 else 4200 end) * (100000 + ${salesTaxes}) / 100000)`
