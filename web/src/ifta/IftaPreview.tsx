import { Alert } from '@mantine/core'
import type { IftaOutcome } from '@portal/contract/ifta/ifta.ts'
import { shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { RowErrors } from '../imports/RowErrors.tsx'
import { moreText, rateText } from '../ui/words/figures.ts'
import { instantText, quantityText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { jurisdictionText, quarterText, rowsText } from './ifta-texts.ts'

/** What a file has, what is wrong with it, and what it would replace. */
export function IftaPreview({ outcome }: { outcome: IftaOutcome }) {
  const { t, language } = useTranslation()
  const { replaces, added_up: added, unknown_units: unknown, unused_columns: unused, same_file_in: others } = outcome
  const counts = [
    { label: 'Rows read', count: outcome.rows, tone: 'none' },
    { label: 'Rows with errors', count: outcome.failed, tone: outcome.failed > 0 ? 'bad' : 'none' },
    { label: 'Unknown units', count: unknown.length, tone: unknown.length > 0 ? 'warn' : 'none' },
  ]
  return (
    <>
      <dl className="import-counts">
        {counts.map(({ label, count, tone }) => (
          <div key={label} data-tone={tone}>
            <dt>{t(label)}</dt>
            <dd>{count.toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      <Verdict outcome={outcome} />
      {outcome.status !== 'same' && outcome.failed === 0 && replaces ? (
        <Alert color="warn" variant="outline">
          {t('Replaces {file} ({rows}), uploaded {at}.', {
            rows: rowsText(t, replaces.rows, language),
            file: replaces.file_name,
            at: instantText(replaces.uploaded_at, language),
          })}
        </Alert>
      ) : null}
      {others.length > 0 ? (
        <Alert color="warn" variant="outline">
          {t('The same file is already stored for {quarter}. Check that this is the right one.', {
            quarter: others.map((quarter) => quarterText(t, quarter)).join(', '),
          })}
        </Alert>
      ) : null}
      {unknown.length > 0 ? (
        <p>
          {t('No card and no purchase names these units, so the worksheet leaves them out: {units}', {
            units: unknown.map(({ unit_number }) => unit_number).join(', '),
          })}
        </p>
      ) : null}
      {added.length > 0 ? (
        <Alert color="warn" variant="outline">
          {t('Several rows for the same unit and jurisdiction, added up: {units}', { units: addedText(t, added) })}
        </Alert>
      ) : null}
      {unused.length > 0 ? <p>{t('Columns that are not read: {columns}', { columns: unused.join(', ') })}</p> : null}
      {outcome.errors.length > 0 ? <RowErrors errors={outcome.errors} total={outcome.errors_total} /> : null}
      {outcome.sums.length > 0 ? <Sums outcome={outcome} /> : null}
    </>
  )
}

/** So many are named, the others counted. */
const namedAtMost = 10
const addedText = (t: TFunction, added: IftaOutcome['added_up']): string =>
  [
    ...added
      .slice(0, namedAtMost)
      .map(({ unit_number, jurisdiction, rows }) => `${unit_number} ${shortJurisdiction(jurisdiction)} (${rows})`),
    ...(added.length > namedAtMost ? [moreText(t, added.length - namedAtMost)] : []),
  ].join(', ')

function Verdict({ outcome }: { outcome: IftaOutcome }) {
  const { t } = useTranslation()
  if (outcome.status === 'same')
    return (
      <Alert color="ok" variant="outline">
        {t('This file is already stored. There is nothing to do.')}
      </Alert>
    )
  return outcome.failed > 0 ? (
    <Alert color="bad" variant="outline">
      {t('A file with an error is not stored. Correct the rows below and choose it again.')}
    </Alert>
  ) : null
}

const headings = {
  distances: ['Distance', 'Taxable part'],
  fuel: ['Quantity', 'Tax-paid part'],
  rates: ['Rate', 'Surcharge'],
} as const
function Sums({ outcome }: { outcome: IftaOutcome }) {
  const { t, language } = useTranslation()
  const { kind, sums } = outcome
  const amount = (value: number | null) =>
    kind === 'rates' ? rateText(value, language) : quantityText(value, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="import-scroll" aria-label={t('By jurisdiction')} tabIndex={0}>
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{t('Jurisdiction')}</th>
            {kind === 'distances' ? null : <th scope="col">{t('Fuel type')}</th>}
            <th scope="col" data-align="end">
              {t(headings[kind][0])}
            </th>
            <th scope="col" data-align="end">
              {t(headings[kind][1])}
            </th>
            <th scope="col">{t('Unit')}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={`${sum.jurisdiction} ${sum.fuel_type} ${sum.unit}`}>
              <td>{jurisdictionText(t, sum.jurisdiction)}</td>
              {sum.fuel_type === null ? null : <td>{t(unitFuelWords[sum.fuel_type])}</td>}
              <td data-align="end">{amount(sum.amount)}</td>
              <td data-align="end">{amount(sum.part)}</td>
              <td>{sum.unit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
