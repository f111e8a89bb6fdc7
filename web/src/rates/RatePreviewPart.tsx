import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { type FuelProviderName, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import type { RatePreview } from '@portal/contract/rates/rate-preview.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toastTexts } from '../api/toasts.ts'
import { useAction } from '../api/use-action.ts'
import { watchImport } from '../imports/watch-import.ts'
import { differencesText, percentText, priceText } from '../ui/words/figures.ts'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'

type Props = { record: ImportRecord; report: RatePreview }
/** What a previewed file would do, and the choice to do it (RATE-6). */
export function RatePreviewPart({ record, report }: Props) {
  const { t, language } = useTranslation()
  const { unit, currency } = providerFacts[record.provider as FuelProviderName]
  const price = (value: number | null) => priceText(value, language, priceUnitText({ unit, currency }))
  const percent = (value: number | null) =>
    percentText(value, language, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  const siteOf = ({ site_number, site_name }: { site_number: string; site_name: string | null }) =>
    [site_number, site_name].filter(Boolean).join(' ')
  const places = ['Day', 'Site', 'Code']
  return (
    <>
      <PreviewCounts report={report} />
      <Decision record={record} report={report} />
      <Rows
        title={t('Prices that move by more than 15%: {count}', { count: report.moved_count })}
        heads={[...places, 'Compared with', 'Before', 'After', 'Change']}
        rows={report.moved.map((one) => [
          dateText(one.day),
          siteOf(one),
          one.code,
          dateText(one.before_day),
          price(one.before),
          price(one.after),
          percent(one.percent),
        ])}
        total={report.moved_count}
      />
      <Rows
        title={t('New and changed rates: {count}', { count: report.new_count + report.changed_count })}
        heads={[...places, 'Before', 'After', 'Change']}
        rows={report.rates.map((one) => [
          dateText(one.day),
          siteOf(one),
          one.code,
          price(one.before),
          price(one.after),
          percent(one.percent),
        ])}
        total={report.new_count + report.changed_count}
      />
      <Rows
        title={t('Sites that the file does not list: {count}', { count: report.unlisted_count })}
        heads={places}
        rows={report.unlisted.map((one) => [dateText(one.day), siteOf(one), one.codes.join(', ')])}
        total={report.unlisted_count}
      />
    </>
  )
}

function PreviewCounts({ report }: { report: RatePreview }) {
  const { t, language } = useTranslation()
  const entries: [string, string | number][] = [
    ['First day', dateText(report.from_date)],
    ['Last day', dateText(report.to_date)],
    ['New rates', report.new_count],
    ['Changed rates', report.changed_count],
    ['Unchanged rates', report.same_count],
  ]
  return (
    <dl className="import-counts">
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{typeof value === 'number' ? value.toLocaleString(language) : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Decision({ record, report }: Props) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const apply = useAction(imports.apply)
  const remove = useAction(imports.remove)
  const isBusy = apply.isPending || remove.isPending
  const run = (mode: 'all' | 'replace') =>
    apply.mutate(
      { params: { id: record.id }, body: { mode } },
      { onSuccess: () => void watchImport(queries, record.id, toastTexts['dailyRates.upload'], t, 'dailyRates') },
    )
  const effect = ({ count, totals }: RatePreview['repriced']) =>
    count === 0
      ? t('No unbilled transaction has a new amount.')
      : t('Unbilled transactions with a new amount: {count} ({amounts}).', {
          count,
          amounts: differencesText(totals, language),
        })
  return (
    <section className="rate-decision" aria-label={t('Nothing has been saved yet.')}>
      <p className="file-note">{t('Nothing has been saved yet.')}</p>
      <Choice
        text={`${t('Changes what the file lists and leaves the rest of these days.')} ${effect(report.repriced)}`}
      >
        <Button loading={apply.isPending} disabled={isBusy} onClick={() => run('all')}>
          {t('Apply')}
        </Button>
      </Choice>
      {report.unlisted_rates > 0 ? (
        <Choice
          text={`${t('Also drops the rates of these days that the file does not list: {count}.', { count: report.unlisted_rates })} ${effect(report.replaced)}`}
        >
          <Button variant="default" disabled={isBusy} onClick={() => run('replace')}>
            {t('Replace the day')}
          </Button>
        </Choice>
      ) : null}
      <Choice text={t('Deletes this preview. The rates stay as they are.')}>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() =>
            remove.mutate({ params: { id: record.id } }, { onSuccess: () => navigate({ to: dailyRatesPath }) })
          }
        >
          {t('Discard this import')}
        </Button>
      </Choice>
    </section>
  )
}
const Choice = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="rate-choice">
    {children}
    <p>{text}</p>
  </div>
)

const texts = new Set(['Day', 'Site', 'Code', 'Compared with'])
type RowsProps = { title: string; heads: readonly string[]; rows: readonly (readonly string[])[]; total: number }
function Rows({ title, heads, rows, total }: RowsProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <div className="import-changes">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={title} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" data-align={texts.has(head) ? undefined : 'end'}>
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join(' ')}>
                {cells.map((cell, at) => (
                  <td key={heads[at]} data-align={texts.has(heads[at] ?? '') ? undefined : 'end'}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length ? (
        <p className="file-note">{t('The first {count} are shown.', { count: rows.length })}</p>
      ) : null}
    </div>
  )
}
