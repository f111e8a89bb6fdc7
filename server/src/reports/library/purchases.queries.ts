import { sql } from 'kysely'

/** The litres of a line `l` that is sold by volume, in thousandths; gallons are converted. */
export const litresOf = sql`case l.unit when 'L' then l.quantity_milli when 'GAL' then round(l.quantity_milli * 3.785411784) else 0 end`

/** A bill after a credit note repeats the purchase `t`, which counts once, as on the dashboard. */
export const isPurchase = sql`t.source <> 'rebill'`
