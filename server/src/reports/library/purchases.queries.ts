import { sql } from 'kysely'

/** The litres of a line `l` that is sold by volume, in thousandths; gallons are converted. */
export const litresOf = sql`case l.unit when 'L' then l.quantity_milli when 'GAL' then round(l.quantity_milli * 3.785411784) else 0 end`
