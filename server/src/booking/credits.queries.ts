import { creditExcessFlag } from '@portal/contract/transactions/transactions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { litresOfGallon } from '../db/rule-values.ts'
import { keySql, messageSql } from '../platform/message-sql.ts'
import type { CreditedLine } from '../pricing/credited-lines.rules.ts'
import { isFailed, providerId } from './matching.queries.ts'

/**
 * Links each credit to its purchase, booked or in this file, whatever its day (TXN-22). If several transactions share the
 * code, the one that sold the product, the latest up to the credit's day, or else the next. A credit of a booked
 * purchase is booked whatever the card's status is now. A quarantined transaction is checked when it is released.
 */
export async function linkCredits(db: Db, provider: string, isRelease: boolean): Promise<void> {
  await sql`
    update import_lines l set original_id = o.id, original_day = o.day, original_currency = o.currency, original_province = o.province,
      company_id = coalesce(o.company_id, l.company_id),
      waits_for = case when o.id is not null and l.card_id is not null then null else l.waits_for end
    from import_lines r left join lateral (
      select * from (
        select t.id, t.txn_at::date as day, t.company_id, t.currency, t.province, 1 as rank,
          exists (select from transaction_identities i where i.transaction_id = t.id and i.product = r.product and i.sign = 1) as sold_it
        from transactions t
        where t.authentication_id = r.authentication_id and t.provider_id = ${providerId(provider)} and t.card_number = r.card_number
          and t.credited_id is null and t.amount_cents >= 0
        union all
        select null, s.day, s.company_id, s.currency, s.province, 2, s.product = r.product from import_lines s
        where s.authentication_id = r.authentication_id and s.card_number = r.card_number and s.sign = 1 and not s.is_row_known
          and s.waits_for is null and s.row_no not in (select row_no from import_faults)
      ) found order by sold_it desc, day > r.day, abs(day - r.day), rank, id desc limit 1
    ) o on true
    where r.sign = -1 and r.line_id = l.line_id`.execute(db)
  const inQuarantine = isRelease ? 'booking.original-to-release' : 'booking.original-in-quarantine'
  await sql`
    insert into import_faults
    select l.row_no, 'auth', min(l.authentication_id), case when bool_or(q.id is not null or w.line_id is not null)
      then ${keySql(inQuarantine)}
      else ${keySql('booking.original-missing')} end
    from import_lines l left join quarantine q on q.authentication_id = l.authentication_id and q.card_number = l.card_number and q.released_at is null
      left join import_lines w on w.authentication_id = l.authentication_id and w.card_number = l.card_number and w.sign = 1 and w.waits_for is not null
    where l.sign = -1 and l.original_day is null and l.waits_for is null and not l.is_row_known and l.row_no not in (select row_no from import_faults)
    group by l.row_no`.execute(db)
}

/** Whether line `l` is a credit with a known purchase that is not rejected. */
const isLinkedCredit = sql<boolean>`l.sign = -1 and l.original_day is not null and l.waits_for is null and not l.is_row_known and not ${isFailed}`
/** The lines of its product that line `l` can credit, booked or in this file. */
const soldLines = sql`(
  select o.unit, o.quantity_milli, o.file_amount_cents, o.is_manual from transaction_lines o
  where o.transaction_id = l.original_id and o.product = l.product and o.quantity_milli > 0
  union all
  select s.unit, s.quantity_milli, s.file_amount_cents, false from import_lines s
  where l.original_id is null and s.authentication_id = l.authentication_id and s.card_number = l.card_number and s.day = l.original_day
    and s.product = l.product and s.sign = 1 and not s.is_row_known and s.waits_for is null
)`
/** Whether purchase line `o` has the unit of line `l`. A manually entered line without a unit matches any. */
const isAlike = sql<boolean>`(o.unit is not distinct from l.unit or (o.is_manual and o.unit is null))`

/** A manual credit can be any amount, so the amount left cannot be derived from the file's quantity. */
const manualCredit = keySql('booking.credit-by-hand')
const unitOf = (unit: RawBuilder<unknown>) => sql`coalesce(${unit}, 'pieces')`
/**
 * Rejects credits in another currency, unit or province than the purchase, because that is not what was billed. Another
 * site in the same province is fine.
 */
export async function faultUnlikeCredits(db: Db): Promise<void> {
  await sql`
    insert into import_faults
    select distinct on (row_no) row_no, field, value, reason from (
      select l.row_no, 1 as rank, 'currency' as field, l.currency as value,
        ${messageSql('booking.credit-currency', { credit: sql`l.currency`, purchase: sql`l.original_currency` })} as reason
      from import_lines l where ${isLinkedCredit} and l.currency <> l.original_currency
      union all
      select l.row_no, 2, 'province', l.province,
        ${messageSql('booking.credit-province', { credit: sql`l.province`, purchase: sql`l.original_province` })}
      from import_lines l where ${isLinkedCredit} and l.province <> l.original_province
      union all
      select l.row_no, 3, 'uom', coalesce(l.unit, ''),
        ${messageSql('booking.credit-unit', { credit: unitOf(sql`l.unit`), purchase: unitOf(sql`sold.unit`) })}
      from import_lines l cross join lateral (
        select count(*) as lines, bool_or(${isAlike}) as is_alike, min(o.unit) as unit from ${soldLines} o
      ) sold
      where ${isLinkedCredit} and sold.lines > 0 and not sold.is_alike
      union all
      select l.row_no, 4, 'auth', l.authentication_id, ${manualCredit} from import_lines l
      where ${isLinkedCredit} and exists (
        select from transactions t join transaction_lines b on b.transaction_id = t.id and b.product = l.product and b.is_manual
        where t.credited_id = l.original_id and (t.source = 'manual' or exists (
          select from transaction_lines o where o.transaction_id = l.original_id and o.product = l.product and not o.is_manual)))
    ) unlike order by row_no, rank`.execute(db)
}

/** Quantity of the credit line `b`, in the unit of line `l`. */
const inUnit = sql<number>`case when b.unit = l.unit or b.unit is null or l.unit is null then b.quantity_milli when l.unit = 'L' then round(b.quantity_milli * ${litresOfGallon})
  else round(b.quantity_milli / ${litresOfGallon}) end`
const billedColumns = ['pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents']
/** What line `b` or `o` bills, by column. */
const billedBy = (line: 'b' | 'o') => sql.raw(billedColumns.map((name) => `${line}.${name}`).join(', '))
const notBilled = sql.raw(billedColumns.map((name) => `null::bigint as ${name}`).join(', '))
/**
 * Rejects credits that exceed what was bought, singly or together: by quantity, or by amount if nothing is counted. A
 * credit is billed its share of the purchase, so this also limits its money and taxes, unless an earlier credit of the
 * purchase was changed by hand: then its share must be left of the money before tax and of each tax, to the cent of
 * rounding that each credit may take (TXN-22). All rows are checked in one query, because a query per row took minutes
 * for ten thousand credits.
 */
export async function faultExcessCredits(db: Db): Promise<void> {
  await sql`
    with back as materialized (
      select l.*, -sum(l.quantity_milli) over earlier as back_milli, -sum(l.file_amount_cents) over earlier as back_cents from import_lines l
      where ${isLinkedCredit}
      window earlier as (partition by l.original_id, l.authentication_id, l.card_number, l.original_day, l.product, l.unit order by l.line_id)
    ), moved as (
      select l.line_id, true as is_sold, false as is_by_hand, o.quantity_milli as milli, o.file_amount_cents as cents, ${billedBy('o')}
      from back l join transaction_lines o on o.transaction_id = l.original_id and o.product = l.product where o.quantity_milli > 0 and ${isAlike}
      union all
      select l.line_id, true, false, s.quantity_milli, s.file_amount_cents, ${notBilled}
      from back l join import_lines s on s.authentication_id = l.authentication_id and s.card_number = l.card_number and s.day = l.original_day
        and s.product = l.product and s.unit is not distinct from l.unit
      where l.original_id is null and s.sign = 1 and not s.is_row_known and s.waits_for is null
      union all
      select l.line_id, false, b.is_manual, ${inUnit}, b.file_amount_cents, ${billedBy('b')} from back l join transactions t on t.credited_id = l.original_id
        join transaction_lines b on b.transaction_id = t.id and b.product = l.product where (b.unit is null) = (l.unit is null) or b.is_manual
      union all
      select line_id, false, false, -back_milli, -back_cents, ${notBilled} from back
    ), held as (
      select line_id, sum(milli) as left_milli, sum(cents) as left_cents, count(*) as slack, bool_or(is_by_hand) as is_by_hand, sum(milli) filter (where is_sold) as sold_milli,
        ${sql.raw(billedColumns.map((name) => `sum(${name}) as left_${name}, sum(${name}) filter (where is_sold) as sold_${name}`).join(', '))}
      from moved group by 1
    )
    insert into import_faults
    select l.row_no, 'quantity', trim_scale(min(l.quantity_milli) / 1000.0)::text,
      ${keySql('booking.credit-too-large')}
    from held join back l using (line_id) where case when l.unit is null then left_cents < 0 else left_milli < 0
      or is_by_hand and (${sql.raw(billedColumns.map((name) => `left_${name} - sold_${name} * back_milli / nullif(sold_milli, 0) < -slack`).join(' or '))}) end
    group by l.row_no`.execute(db)
}

/**
 * Links credits that were typed before the file brought their purchase. Those that credit more than was bought need
 * review again, and cannot be accepted before they are changed (TXN-22).
 */
export async function adoptTypedCredits(db: Db, provider: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update transactions c set credited_id = s.transaction_id, version = version + 1, updated_at = now() from import_transactions s
    where s.sign = 1 and c.credited_id is null and c.amount_cents < 0 and c.invoice_id is null and c.authentication_id = s.authentication_id
      and c.company_id = s.company_id and c.currency = s.currency and coalesce(c.provider_id = ${providerId(provider)}, true)
      and (c.card_number is null or c.card_number = s.card_number)
    returning c.id`.execute(db)
  if (rows.length === 0) return
  const sums = billedColumns.map((name) => `sum(l.${name}) < 0`).join(' or ')
  await sql`
    with excess as (
      select t.credited_id from transactions t
      where t.id = any(${rows.map(({ id }) => id)}::bigint[]) and exists (
        select from transactions p join transaction_lines l on l.transaction_id = p.id
        where p.id = t.credited_id or p.credited_id = t.credited_id group by l.product
        having ${sql.raw(sums)} or (count(distinct l.unit) = 1 and sum(l.quantity_milli) < 0))
    )
    update transactions c set flags = array(select distinct unnest(c.flags || ${creditExcessFlag}::text) order by 1), accepted_at = null
    where c.credited_id in (select credited_id from excess) and c.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
}

/** Rejects credits whose purchase in this file was rejected. Returns the number of rows. */
export async function faultOrphans(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into import_faults
    select l.row_no, 'auth', min(l.authentication_id), ${keySql('booking.original-rejected')}
    from import_lines l
    where ${isLinkedCredit} and l.original_id is null
      and not exists (
        select from import_lines s where s.authentication_id = l.authentication_id and s.card_number = l.card_number and s.day = l.original_day and s.sign = 1
          and not s.is_row_known and s.waits_for is null and s.row_no not in (select row_no from import_faults)
      )
    group by l.row_no`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const hasCredits = async (db: Db): Promise<boolean> =>
  (await sql`select from import_transactions where sign = -1 limit 1`.execute(db)).rows.length > 0
/**
 * Gathers each credit line with its purchase line and the earlier credits of it. The file's purchases must be priced
 * first.
 */
export async function gatherCredits(db: Db): Promise<void> {
  await sql`
    create temp table import_credits on commit drop as
    with back as (
      select i.*, s.original_id, o.transaction_id as bought_id from import_transactions s join import_inputs i using (transaction_id)
        left join import_transactions o on s.original_id is null and o.sign = 1
          and (o.authentication_id, o.card_number, o.day) = (s.authentication_id, s.card_number, s.original_day)
      where s.sign = -1
    ), sold as (
      select l.line_id, to_jsonb(o) - 'raw' as line from back l join transaction_lines o on o.transaction_id = l.original_id and o.product = l.product
      where o.quantity_milli > 0 and ${isAlike}
      union all
      select l.line_id, to_jsonb(p) || jsonb_build_object('n', o.n, 'code', o.code, 'unit', o.unit, 'quantity_milli', o.quantity_milli, 'file_amount_cents', o.file_amount_cents)
      from back l join import_inputs o on o.transaction_id = l.bought_id and o.product = l.product and o.unit is not distinct from l.unit
        join import_priced p on p.line_id = o.line_id
    ), credited as (
      select l.line_id, jsonb_agg(jsonb_build_object('before_milli', b.before_milli, 'part_milli', -${inUnit}, 'price_e6', b.price_e6)) as lines
      from back l join transactions t on t.credited_id = l.original_id
        join transaction_lines b on b.transaction_id = t.id and b.product = l.product and ((b.unit is null) = (l.unit is null) or b.is_manual)
      group by 1
    )
    select l.line_id, coalesce(l.original_id, l.bought_id) || ' ' || l.product || coalesce(l.unit, '') as purchase, l.product, l.code, l.unit, l.province, l.known_province,
      l.currency, l.day, l.quantity_milli, l.file_price_e6, l.file_amount_cents, l.evidence, coalesce(credited.lines, '[]') as credited, bought.lines as sold
    from back l join (select line_id, jsonb_agg(line) as lines from sold group by 1) bought using (line_id) left join credited using (line_id)`.execute(
    db,
  )
}
export const listCredited = async (db: Db, after: number, limit: number): Promise<CreditedLine[]> =>
  (
    await sql<CreditedLine>`select * from import_credits where line_id > ${after} order by line_id limit ${limit}`.execute(
      db,
    )
  ).rows
/** The tax rows that the credited prices were derived from. */
export const listCreditedTaxes = async (db: Db): Promise<number[]> =>
  (
    await sql<{ id: number }>`
    select distinct id::bigint from import_credits, jsonb_array_elements(sold) as line,
      jsonb_array_elements_text((line->'tax_row_ids') || (line->'rate_day_tax_row_ids')) as id`.execute(db)
  ).rows.map(({ id }) => Number(id))
