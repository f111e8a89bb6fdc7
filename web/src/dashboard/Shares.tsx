import type { CurrencySpend, Dashboard } from '@portal/contract/dashboard.ts'
import { productWords } from '@portal/contract/rules/products.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyText, quantityText } from '../ui/texts.ts'
import { transactionsLink, within } from './dashboard-address.ts'
import { unitText, volumeText } from './figure-texts.ts'

type Share = { key: string; name: ReactNode; quantity: string; amount: number }
type SharesProps = { title: string; first: string; shares: readonly Share[]; text: (amount: number) => string }
/** Parts of the spend, the dearest first: a table whose rows show their share as a bar, so that it is read either way. */
function Shares({ title, first, shares, text }: SharesProps) {
  const { t } = useTranslation()
  const most = Math.max(...shares.map(({ amount }) => Math.abs(amount)), 1)
  return (
    <section className="panel dash-panel" aria-label={title}>
      <h2>{title}</h2>
      <table className="dash-shares">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{t('Quantity')}</th>
            <th scope="col">{t('Spend')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ key, name, quantity, amount }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                <span className="dash-share" aria-hidden style={{ inlineSize: `${(100 * Math.max(0, amount)) / most}%` }} />
              </th>
              <td>{quantity}</td>
              <td>{text(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Props = { spend: CurrencySpend; period: Dashboard['period'] }
export function ProductShares({ spend, period }: Props) {
  const { t, i18n } = useTranslation()
  const { currency } = spend
  const link = transactionsLink(within(period), `currency:${currency}`)
  return (
    <Shares
      title={t('By product')}
      first={t('Product')}
      text={(amount) => moneyText(amount, i18n.language, currency)}
      shares={spend.products.map(({ product, unit, quantity, amount }) => ({
        key: `${product} ${unit}`,
        name: (
          <Link className="dash-link" {...link}>
            {t(productWords[product])}
          </Link>
        ),
        quantity: unit === null ? quantityText(quantity, i18n.language) : volumeText(quantity, i18n.language, unitText[unit]),
        amount,
      }))}
    />
  )
}
export function ProvinceShares({ spend, period }: Props) {
  const { t, i18n } = useTranslation()
  const { currency, unit } = spend
  return (
    <Shares
      title={t('By province or state')}
      first={t('Province/State')}
      text={(amount) => moneyText(amount, i18n.language, currency)}
      shares={spend.provinces.map(({ province, volume, amount }) => ({
        key: province ?? '',
        name:
          province === null ? (
            t('Not known')
          ) : (
            <Link className="dash-link" {...transactionsLink(within(period), `currency:${currency}`, `dtl_stn_prv:${province}`)}>
              {province}
            </Link>
          ),
        quantity: volumeText(volume, i18n.language, unitText[unit]),
        amount,
      }))}
    />
  )
}
