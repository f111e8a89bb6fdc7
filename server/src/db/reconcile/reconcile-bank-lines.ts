import { type Check, moneyText } from './reconcile-checks.ts'

/** Bank lines and the receipts they were booked as (RECV-11). */
export const bankLineChecks: readonly Check[] = [
  {
    rule: 'RECV-11',
    claim: 'every booked bank line has a receipt of its amount and currency that was not entered by mistake',
    query: `
      select 'Bank line ' || l.id || ' of ' || ${moneyText('l.amount_cents')} || ' is booked as receipt ' || l.receipt_id || ', which is ' || case
          when r.id is null then 'missing' when r.reverses_id is not null then 'a reversal'
          when r.amount_cents <> l.amount_cents then 'of ' || ${moneyText('r.amount_cents')} when r.currency <> b.currency then 'in ' || r.currency
          else 'reversed as a mistake' end || '.' as what
      from bank_lines l join banks b on b.id = l.bank_id left join receipts r on r.id = l.receipt_id
      where l.receipt_id is not null and (r.id is null or r.reverses_id is not null or r.amount_cents <> l.amount_cents or r.currency <> b.currency
        or exists (select from receipts m where m.reverses_id = r.id and m.is_mistake)) order by l.id limit 100`,
  },
]
