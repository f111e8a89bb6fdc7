import { useIsStaff } from '../api/session.ts'
import './margins.css'
import { Skeleton } from '@mantine/core'
import { type LineMargin, margins } from '@portal/contract/margins/margins.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { percentText } from '../ui/words/figures.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { marginTone, perUnitText } from './margin-texts.ts'
import { UnknownCosts } from './UnknownCosts.tsx'

/** Cost and margin of a transaction, line by line, for staff (COST-1). */
export function TransactionMargin({ id }: { id: number }) {
  return useIsStaff() ? <Loaded id={id} /> : null
}

function Loaded({ id }: { id: number }) {
  const { t, language } = useTranslation()
  const locale = language
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(margins.transaction, { id }),
    queryFn: ({ signal }) => call(margins.transaction, { params: { id } }, { signal }),
  })
  const [total] = data?.totals ?? []
  return (
    <section className="panel margin-panel" aria-labelledby="margin" aria-busy={isFetching}>
      <h2 id="margin">{t('Margin')}</h2>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={96} /> : null}
      {data && total ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <section className="margin-scroll" tabIndex={0} aria-label={t('Cost and margin')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Product')}</th>
                  <th scope="col">{t('Margin')}</th>
                  <th scope="col">{t('Margin %')}</th>
                  <th scope="col">{t('Margin per unit')}</th>
                  <th scope="col">{t('Cost per unit')}</th>
                  <th scope="col">{t('Cost before sales tax')}</th>
                  <th scope="col">{t('Its sales taxes')}</th>
                  <th scope="col">{t('Billed before sales tax')}</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map((line) => (
                  <Line key={line.dtl_id} line={line} />
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('Total')}</th>
                  <td data-tone={marginTone(total.margin)}>{moneyText(total.margin, locale, total.currency)}</td>
                  <td data-tone={marginTone(total.margin)}>{percentText(total.percent, locale)}</td>
                  <td>{perUnitText(total.per_unit, locale, total.currency, total.unit)}</td>
                  <td />
                  <td>{moneyText(total.cost, locale, total.currency)}</td>
                  <td />
                  <td>{moneyText(total.billed, locale, total.currency)}</td>
                </tr>
              </tfoot>
            </table>
          </section>
          <UnknownCosts totals={data.totals} />
        </>
      ) : null}
    </section>
  )
}

function Line({ line }: { line: LineMargin }) {
  const { language } = useTranslation()
  const locale = language
  const money = (amount: number | null) => moneyText(amount, locale, line.currency)
  return (
    <tr>
      <th scope="row">
        {line.dtl_prd_cd} · {line.dtl_auth_id}
      </th>
      <td data-tone={marginTone(line.margin)}>{money(line.margin)}</td>
      <td data-tone={marginTone(line.margin)}>{percentText(line.percent, locale)}</td>
      <td>{perUnitText(line.per_unit, locale, line.currency, line.unit)}</td>
      <td>
        {line.unit === null ? money(line.cost_price) : perUnitText(line.cost_price, locale, line.currency, line.unit)}
      </td>
      <td>{money(line.cost)}</td>
      <td>{money(line.cost_tax)}</td>
      <td>{money(line.billed)}</td>
    </tr>
  )
}
