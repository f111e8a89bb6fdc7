import './daily-rates.css'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { dailyRates, type RateUpload, type RateWarning } from '@portal/contract/rates/daily-rates.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { ImportCounts } from '../imports/ImportCounts.tsx'
import { ImportReport } from '../imports/ImportReport.tsx'
import { useImportRecord } from '../imports/watch-import.ts'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, nothing } from '../ui/words/texts.ts'
import { BackToRates } from './BackToRates.tsx'
import { RatePreviewPart } from './RatePreviewPart.tsx'
import { differencesText } from './rate-text.ts'

/** The outcome of a rate file: its days and warnings, or why it was rejected (NAV-8). */
export function RateUploadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const importId = /^\d{1,15}$/.test(id) ? Number(id) : 0
  const { data: record, error, refetch } = useImportRecord(importId)
  const upload = useQuery({
    queryKey: queryKeyOf(dailyRates.getUpload, { id: importId, status: record?.status }),
    queryFn: () => call(dailyRates.getUpload, { params: { id: importId } }),
  })
  const trouble = (record ? null : error) ?? upload.error
  const retry = () => Promise.all([refetch(), upload.refetch()])
  if (trouble)
    return (
      <PageTrouble error={trouble} onRetry={retry}>
        <BackToRates />
      </PageTrouble>
    )
  if (!record || !upload.data) return null
  return (
    <ImportReport record={record} back={<BackToRates />}>
      <h2 className="sr-only">{t('Report')}</h2>
      {upload.data.rates_count === null ? null : <RateFacts upload={upload.data} />}
      {record.status === 'ready' && record.report ? (
        <RatePreviewPart record={record} report={record.report} />
      ) : (
        <ImportCounts record={record} />
      )}
      <RateWarnings warnings={upload.data.warnings} total={upload.data.warnings_total ?? 0} />
    </ImportReport>
  )
}

function RateFacts({ upload }: { upload: RateUpload }) {
  const { t, i18n } = useTranslation()
  const entries: [string, string][] = [
    [t('First day'), dateText(upload.from_date)],
    [t('Last day'), dateText(upload.to_date)],
    [t('Sites'), String(upload.sites_count ?? nothing)],
    [t('Rates'), String(upload.rates_count ?? nothing)],
    [t('Replaced since'), String(upload.superseded_count ?? nothing)],
    [t('Repriced'), String(upload.repriced_count ?? nothing)],
    ...(upload.repriced_totals?.length
      ? ([[t('Difference in amounts'), differencesText(upload.repriced_totals, i18n.language)]] satisfies [
          string,
          string,
        ][])
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
