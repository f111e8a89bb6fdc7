import { Skeleton } from '@mantine/core'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { priceText, rateText } from '../ui/words/figures.ts'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { wordOf } from './flags.tsx'

type Line = Explanation['lines'][number]
type Step = Line['steps'][number]

const stepWords: Readonly<Record<Step['step'], string>> = {
  quantity: 'Quantity',
  before: 'Credited earlier',
  rate: 'Daily rate before sales tax',
  file_price: 'File price before sales tax',
  less_tax: 'Less the tax on the rate’s day',
  plus_tax: 'Plus the tax on the purchase day',
  carried: 'Rate carried to the purchase day',
  markup: 'Markup',
  price: 'Price',
  retail: 'Retail price with tax',
  cap: 'Retail price without sales tax',
  billed_price: 'Billed price per unit',
  included_tax: 'Included in it',
  pre: 'Quantity × price',
  sales_tax: 'Sales tax',
  billed: 'Billed amount',
  discount: 'Saved against retail',
}
const nameOf = (t: TFunction, { step, tax }: Step): string =>
  tax === null ? t(stepWords[step]) : `${t(stepWords[step])} (${t(tax)})`
/** Formats a step as a quantity, a tax per unit, an amount or a price. */
function amountText({ step, amount, unit, tax }: Step, locale: string, currency: Line['currency']): string {
  if (step === 'quantity' || step === 'before') return `${quantityText(amount, locale)} ${unit ?? ''}`.trim()
  if (unit === currency && ['pre', 'sales_tax', 'billed', 'discount'].includes(step))
    return moneyText(amount, locale, currency)
  return tax === null ? priceText(amount, locale, unit ?? currency) : `${rateText(amount, locale)} ${unit ?? ''}`.trim()
}

/** Each step of each line's price with its source, and the price recalculated by the rules (RATE-4). */
export function PriceExplanation({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(transactions.explain, { id }),
    queryFn: ({ signal }) => call(transactions.explain, { params: { id } }, { signal }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const hasCome = data !== undefined
  // It opens below the visible area: scroll to it, and again when the steps have loaded.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: hasCome ? 'start' : 'nearest' })
  }, [hasCome])
  return (
    <section className="panel form-section explanation" aria-labelledby="explanation" aria-busy={isFetching}>
      <h2 id="explanation" ref={heading} tabIndex={-1}>
        {t('Explain this price')}
      </h2>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={96} /> : null}
      {data?.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transaction can have two equal lines, and the rows never move.
        <ExplainedLine key={at} line={line} />
      ))}
    </section>
  )
}

function carriedText(t: TFunction, days: number | null): string {
  if (days === null) return t(wordOf(flagWords, 'carried'))
  return days === 1 ? t('Rate carried for one day') : t('Rate carried for {days} days', { days })
}

/** A tax of zero is named below the table, with the others that do not apply. */
const isShown = ({ tax, amount }: Step): boolean => tax === null || amount !== 0
function NoTaxes({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation()
  const names = [...new Set(steps.filter((step) => !isShown(step)).map(({ tax }) => t(tax as string)))]
  return names.length === 0 ? null : (
    <p className="steps-source">{t('Does not apply: {names}', { names: names.join(', ') })}</p>
  )
}

function ExplainedLine({ line }: { line: Line }) {
  const { t, language } = useTranslation()
  const heading = `${line.dtl_prd_cd} · ${line.dtl_auth_id}`
  return (
    <article className="explained">
      <h3>
        {heading}
        {line.flags.map((flag) => (
          <span key={flag} className="status" data-tone="warn">
            {flag === 'carried' ? carriedText(t, line.carried_days) : t(wordOf(flagWords, flag))}
          </span>
        ))}
      </h3>
      {line.is_manual ? <p>{t('Entered by hand and billed as entered.')}</p> : null}
      {line.warnings.map((warning, at) => (
        <p key={warning} className="difference">
          {sentence(t, line.warning_messages[at] ?? null, warning)}
        </p>
      ))}
      <table className="steps-table" aria-label={heading}>
        <thead>
          <tr>
            <th scope="col">{t('Step')}</th>
            <th scope="col" data-align="end">
              {t('Value')}
            </th>
            <th scope="col">{t('Source')}</th>
          </tr>
        </thead>
        <tbody>
          {line.steps.filter(isShown).map((step) => (
            <tr key={`${step.step} ${step.tax}`} data-strong={step.step === 'billed' || undefined}>
              <th scope="row">{nameOf(t, step)}</th>
              <td data-align="end">{amountText(step, language, line.currency)}</td>
              <td className="steps-source">
                {step.source === null ? null : sentence(t, step.source_message, step.source)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NoTaxes steps={line.steps} />
      {line.formula === null ? null : line.replayed === line.billed ? (
        <p className="replayed">{t('Recalculated from the stored inputs: matches to the cent.')}</p>
      ) : (
        <p className="difference" role="alert">
          {t('Recalculated from the stored inputs: {amount}, which differs. Please check this line.', {
            amount: moneyText(line.replayed, language, line.currency),
          })}
        </p>
      )}
    </article>
  )
}
