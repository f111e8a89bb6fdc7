import './importing.css'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import type { RateUpload, RateWarning } from '@portal/contract/rates/daily-rates.ts'
import type { ReactNode } from 'react'
import { differencesText } from '../ui/words/figures.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { useRateUpload } from './use-rate-upload.ts'

/** What a rate file did: its days and what it repriced, then `children`, then its warnings (RATE-4). */
export function RateResult({ record, children }: { record: ImportRecord; children: ReactNode }) {
  const { data: upload } = useRateUpload(record.id, record.status)
  return (
    <>
      {upload && upload.rates_count !== null ? <RateFacts upload={upload} /> : null}
      {children}
      {upload ? <RateWarnings warnings={upload.warnings} total={upload.warnings_total ?? 0} /> : null}
    </>
  )
}

type Entry = [label: string, text: string]
function RateFacts({ upload }: { upload: RateUpload }) {
  const { t, language } = useTranslation()
  const entries: Entry[] = [
    [t('First day'), dateText(upload.from_date)],
    [t('Last day'), dateText(upload.to_date)],
    [t('Sites'), String(upload.sites_count ?? nothing)],
    [t('Rates'), String(upload.rates_count ?? nothing)],
    ...(upload.superseded_count ? [[t('Replaced since'), String(upload.superseded_count)] satisfies Entry] : []),
    [t('Repriced'), String(upload.repriced_count ?? nothing)],
    ...(upload.repriced_totals?.length
      ? [[t('Difference in amounts'), differencesText(upload.repriced_totals, language)] satisfies Entry]
      : []),
  ]
  return (
    <dl className="import-counts">
      {entries.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function RateWarnings({ warnings, total }: { warnings: readonly RateWarning[]; total: number }) {
  const { t } = useTranslation()
  if (warnings.length === 0) return null
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{total === 1 ? t('1 warning') : t('{count} warnings', { count: total })}</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('Warnings')} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Site')}</th>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Product')}</th>
              <th scope="col">{t('Code')}</th>
              <th scope="col">{t('Warning')}</th>
            </tr>
          </thead>
          <tbody>
            {warnings.map(({ row, site, day, product, code, reason, message }) => (
              <tr key={`${row} ${site} ${day} ${code ?? product} ${reason}`}>
                <td data-align="end">{row ?? nothing}</td>
                <td>{site}</td>
                <td>{dateText(day)}</td>
                <td>{product === null ? nothing : t(productWords[product as ProductCode] ?? product)}</td>
                <td>{code ?? nothing}</td>
                <td>{sentence(t, message, reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
