import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import type { MarginGroup } from '@portal/contract/reports/margin-report.ts'
import type { ReportResult, ReportRow } from '@portal/contract/reports/reports.ts'
import { marginGroupWords } from '@portal/contract/reports/reports-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { marginTone, perUnitText } from '../margins/margin-texts.ts'
import { UnknownCosts } from '../margins/UnknownCosts.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { percentText } from '../ui/words/figures.ts'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { linesFilter } from './margin-address.ts'
import { marginLinesPath } from './reports.paths.ts'

type Days = { from: string; to: string }
const numberOf = (row: ReportRow, field: string): number => Number(row[field] ?? 0)
const maybe = (row: ReportRow, field: string): number | null =>
  typeof row[field] === 'number' ? (row[field] as number) : null

function labelOf(t: TFunction, group: MarginGroup, { label }: ReportRow): string {
  if (label === null || label === undefined) return nothing
  if (group === 'week') return t('Week of {day}', { day: dateText(String(label)) })
  return group === 'product' ? t(productWords[label as ProductCode] ?? String(label)) : String(label)
}

/** A table for each currency, with its totals. */
export function MarginGroups({ result }: { result: ReportResult }) {
  const { t } = useTranslation()
  const group = result.parameters.group_by as MarginGroup
  const days = { from: String(result.parameters.from), to: String(result.parameters.to) }
  if (result.totals.length === 0)
    return <p>{t('No purchases from {from} to {to}.', { from: dateText(days.from), to: dateText(days.to) })}</p>
  return result.totals.map((total) => (
    <Groups
      key={String(total.currency)}
      group={group}
      days={days}
      total={total}
      rows={result.rows.filter(({ currency }) => currency === total.currency)}
    />
  ))
}

type GroupsProps = { group: MarginGroup; days: Days; total: ReportRow; rows: readonly ReportRow[] }
function Groups({ group, days, total, rows }: GroupsProps) {
  const { t } = useTranslation()
  const currency = total.currency as Currency
  const unknown = numberOf(total, 'unknown_lines')
  const headings = [
    'Margin',
    'Margin %',
    'Margin per litre',
    'Billed before sales tax',
    'Cost before sales tax',
    'Litres',
    'Invoiced amount',
    'Amount not invoiced',
  ]
  return (
    <>
      <h2>{currency}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="margin-scroll" tabIndex={0} aria-label={t('Margin in {currency}', { currency })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(marginGroupWords[group])}</th>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {t(heading)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const filter = linesFilter(group, days, row)
              const label = labelOf(t, group, row)
              return (
                <tr key={String(row.key)}>
                  <th scope="row">
                    {filter ? (
                      <PageLink to={marginLinesPath} search={{ filter }}>
                        {label}
                      </PageLink>
                    ) : (
                      label
                    )}
                  </th>
                  <Figures row={row} currency={currency} />
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Figures row={total} currency={currency} />
            </tr>
          </tfoot>
        </table>
      </section>
      <UnknownCosts
        totals={[{ currency, unknown_lines: unknown, unknown_billed: numberOf(total, 'unknown_billed') }]}
      />
    </>
  )
}

function Figures({ row, currency }: { row: ReportRow; currency: Currency }) {
  const { i18n } = useTranslation()
  const locale = i18n.language
  const money = (field: string) => moneyText(numberOf(row, field), locale, currency)
  const tone = marginTone(numberOf(row, 'margin'))
  const litres = numberOf(row, 'quantity').toLocaleString(locale, { maximumFractionDigits: 0 })
  return (
    <>
      <td data-tone={tone}>{money('margin')}</td>
      <td data-tone={tone}>{percentText(maybe(row, 'percent'), locale)}</td>
      <td>{perUnitText(maybe(row, 'per_unit'), locale, currency, 'L')}</td>
      <td>{money('billed')}</td>
      <td>{money('cost')}</td>
      <td>{litres}</td>
      <td>{money('invoiced')}</td>
      <td>{money('not_invoiced')}</td>
    </>
  )
}
