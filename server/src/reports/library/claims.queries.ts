import { claimStatusWords } from '@portal/contract/claims/claims-words.data.ts'
import { currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { limitRows } from '../../platform/reports/report-scope.ts'

type ClaimSums = {
  provider: string
  currency: Currency
  status: keyof typeof claimStatusWords
  claims: number
  amount_cents: number
  tax_cents: number
}
const listClaimSums = async (db: Db, { from, to }: Days, currency: Currency | undefined): Promise<ClaimSums[]> =>
  (
    await sql<ClaimSums>`
    select p.name as provider, c.currency, c.status, count(*)::int as claims, sum(c.amount_cents)::bigint as amount_cents, sum(c.tax_cents)::bigint as tax_cents
    from claims c join fuel_providers p on p.id = c.provider_id
    where c.txn_at >= ${from}::date and c.txn_at < ${to}::date + 1 ${currency ? sql`and c.currency = ${currency}` : sql``}
    group by 1, 2, 3 order by 2, 1, array_position(array['open', 'sent', 'credited'], c.status) ${limitRows}`.execute(
      db,
    )
  ).rows
const listLink = ({ provider, status, currency }: ClaimSums, { from, to }: Days): string => {
  const terms = [`txn_date:${from}..${to}`, `provider:${provider}`, `status:${status}`, `currency:${currency}`]
  return `/reporting/claims?${new URLSearchParams(terms.map((term): [string, string] => ['filter', term]))}`
}

/** What fuel providers owe back for purchases of a period, and how far each claim is (COST-4). */
export const claimsReport = defineReport({
  key: 'claims',
  name: 'Claims',
  description: 'What fuel providers charged too much on purchases of a period, by provider and status',
  topic: 'money',
  audience: 'staff',
  parameters: overPeriod({ currency: currencyField() }),
  columns: {
    provider: 'Fuel provider',
    status: ['Status', 'word'],
    currency: 'Currency',
    claims: ['Claims', 'number', 'summed'],
    amount: ['Claimed before sales tax', 'money', 'summed'],
    tax: ['Sales tax on it', 'money', 'summed'],
    total: ['Claimed', 'money', 'summed'],
  },
  run: async ({ db, today }, { currency, ...given }) => {
    const days = reportDays(given, today)
    return {
      parameters: { ...days, currency: currency ?? null },
      rows: (await listClaimSums(db, days, currency)).map((sums) => ({
        provider: sums.provider,
        status: claimStatusWords[sums.status],
        currency: sums.currency,
        claims: sums.claims,
        amount: fromUnits(sums.amount_cents, 'money'),
        tax: fromUnits(sums.tax_cents, 'money'),
        total: fromUnits(sums.amount_cents + sums.tax_cents, 'money'),
        link: listLink(sums, days),
      })),
    }
  },
})
