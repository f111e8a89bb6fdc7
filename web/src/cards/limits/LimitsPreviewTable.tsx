import '../../ui/record/record.css'
import type { LimitsPreview } from '@portal/contract/cards/card-limits.ts'
import { readCurrency } from '@portal/contract/rules/currency.ts'
import { useEffect, useRef } from 'react'
import { changeTexts } from '../../ui/words/log-words.ts'
import { useTranslation } from '../../ui/words/translation.ts'

type Value = LimitsPreview['values'][number]

/** Field by field from which value to which, for how many cards, and which cards are skipped. */
export function LimitsPreviewTable({ preview }: { preview: LimitsPreview }) {
  const { t } = useTranslation()
  const { changed, closed, same, closed_numbers, values, others } = preview
  const more = closed - closed_numbers.length
  const place = useRef<HTMLElement>(null)
  // The fields below it may have been filled in last.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <section ref={place} className="limits-preview" aria-label={t('What changes')} aria-live="polite">
      <p>
        <strong>{changed === 1 ? t('1 card changes.') : t('{count} cards change.', { count: changed })}</strong>
      </p>
      {closed > 0 ? (
        <p>
          {t('Skipped because they are closed: {count}', { count: closed })} ({closed_numbers.join(', ')}
          {more > 0 ? `, +${more}` : ''})
        </p>
      ) : null}
      {same > 0 ? <p>{t('Skipped because they have these values already: {count}', { count: same })}</p> : null}
      {values.length > 0 ? (
        <table className="record-table">
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Now')}</th>
              <th scope="col">{t('New value')}</th>
              <th scope="col" data-align="end">
                {t('Cards')}
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map((value) => (
              <ValueRow key={`${value.field} ${value.before} ${value.unit}`} value={value} />
            ))}
            {others.map(({ field, cards }) => (
              <ValueRow key={field} value={{ field, before: null, after: null, unit: null, cards }} isOther />
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

function ValueRow({ value, isOther = false }: { value: Value; isOther?: boolean }) {
  const { t } = useTranslation()
  const currency = readCurrency(value.unit ?? '')
  const [texts] = changeTexts(t, { record: 'card', ...(currency ? { currency } : {}), changes: [value] })
  const unit = value.unit === 'L' || value.unit === 'GAL' ? `\u00a0${value.unit}` : ''
  return (
    <tr>
      <th scope="row">{texts?.label ?? value.field}</th>
      <td data-label={t('Now')}>{isOther ? t('Other values') : `${texts?.before}${value.before ? unit : ''}`}</td>
      <td data-label={t('New value')}>{isOther ? '' : `${texts?.after}${unit}`}</td>
      <td data-label={t('Cards')} data-align="end">
        {value.cards}
      </td>
    </tr>
  )
}
