import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readTaxFile, type TaxRateEntry } from '@portal/contract/rates/tax-file.rules.ts'
import type pg from 'pg'

const file = new URL('./tax-rates.csv', import.meta.url)

const columnsOf = (rates: readonly TaxRateEntry[]): unknown[][] => [
  rates.map(({ jurisdiction }) => jurisdiction),
  rates.map(({ region }) => region),
  rates.map(({ product_class }) => product_class),
  rates.map(({ tax }) => tax),
  rates.map(({ kind }) => kind),
  rates.map((rate) => (rate.kind === 'per_unit' ? rate.rate_e6 : null)),
  rates.map((rate) => (rate.kind === 'ad_valorem' ? rate.rate_e5 : null)),
  rates.map((rate) => (rate.kind === 'per_unit' ? rate.unit : null)),
  rates.map(({ from_date }) => from_date),
  rates.map(({ to_date }) => to_date),
  rates.map(({ review_date }) => review_date),
  rates.map(({ source }) => source),
]

const shipped = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::date[], $10::date[], $11::date[],
  $12::text[]) as t (jurisdiction, region, product_class, tax, kind, rate_e6, rate_e5, unit, from_date, to_date, review_date, source)`
const sameSeries = (one: string, other: string) =>
  `(${one}.jurisdiction, coalesce(${one}.region, ''), ${one}.product_class, ${one}.tax)
    = (${other}.jurisdiction, coalesce(${other}.region, ''), ${other}.product_class, ${other}.tax)`

/** In force, and from the file. */
const isShipped = 'r.is_shipped and r.withdrawn_at is null'
const outdate = `update tax_rates r set withdrawn_at = now(), withdrawn_reason = 'New edition of the shipped rates', is_outdated = true`
const statements = {
  // Lines keep the ids of their rows, so a row that the file drops or changes stays, withdrawn.
  outdateGone: `${outdate} where ${isShipped} and not exists (select from ${shipped} where ${sameSeries('t', 'r')} and t.from_date = r.from_date
    and (t.rate_e6, t.rate_e5, t.unit) is not distinct from (r.rate_e6, r.rate_e5, r.unit))`,
  // Rates added by users take precedence: a shipped rate ends the day before theirs starts and never covers their days. What users corrected or
  // withdrew does not come back (TAX-1).
  load: `insert into tax_rates (jurisdiction, region, product_class, tax, kind, rate_e6, rate_e5, unit, from_date, to_date, review_date, source, is_shipped)
    select t.jurisdiction, t.region, t.product_class, t.tax, t.kind, t.rate_e6, t.rate_e5, t.unit, t.from_date,
      least(t.to_date, (select min(own.from_date) - 1 from tax_rates own
        where not own.is_shipped and own.withdrawn_at is null and ${sameSeries('own', 't')} and own.from_date > t.from_date)),
      t.review_date, t.source, true
    from ${shipped}
    where not exists (select from tax_rates own where not own.is_shipped and own.withdrawn_at is null and ${sameSeries('own', 't')}
        and own.from_date <= t.from_date and coalesce(own.to_date, 'infinity') >= t.from_date)
      and not exists (select from tax_rates gone where gone.is_shipped and gone.withdrawn_at is not null and not gone.is_outdated
        and ${sameSeries('gone', 't')} and gone.from_date = t.from_date)
    order by t.jurisdiction, t.region nulls first, t.product_class, t.tax, t.from_date
    on conflict (jurisdiction, coalesce(region, ''), product_class, tax, from_date) where withdrawn_at is null do update
      set to_date = excluded.to_date, review_date = excluded.review_date, source = excluded.source`,
}

/** Loads the shipped tax rates as the owner if the file has changed since the last load. Returns whether it did. */
export async function loadTaxRates(owner: pg.ClientBase, text?: string): Promise<boolean> {
  const content = text ?? (await readFile(file, 'utf8'))
  const hash = createHash('sha256')
    .update([content, ...Object.values(statements)].join('\0'))
    .digest('hex')
  const known = await owner.query(`select from loaded_files where name = 'tax-rates' and hash = $1`, [hash])
  if (known.rowCount) return false
  const columns = columnsOf(readTaxFile(content))
  await owner.query('begin')
  try {
    await owner.query('set constraints tax_rates_no_overlap deferred')
    await owner.query(statements.outdateGone, columns)
    await owner.query(statements.load, columns)
    await owner.query(
      `insert into loaded_files (name, hash) values ('tax-rates', $1) on conflict (name) do update set hash = excluded.hash, loaded_at = now()`,
      [hash],
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  return true
}
