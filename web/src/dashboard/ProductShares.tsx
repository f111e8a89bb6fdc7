import type { CurrencySpend, Dashboard } from '@portal/contract/dashboard.ts'
import { productWords } from '@portal/contract/rules/products.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { moneyText, quantityText } from '../ui/texts.ts'
import { transactionsLink, within } from './dashboard-address.ts'
import { unitText, volumeText } from './figure-texts.ts'
import { Shares } from './Shares.tsx'

type Props = { spend: CurrencySpend; period: Dashboard['period'] }
/** A product has no filter of its own: the way leads to the stops of the period, whose lines show it. */
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
