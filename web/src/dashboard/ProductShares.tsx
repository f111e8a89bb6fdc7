import type { CurrencySpend, Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { reportLink } from './dashboard-address.ts'
import { unitText, volumeText } from './figure-texts.ts'
import { Shares } from './Shares.tsx'

type Props = { spend: CurrencySpend; period: Dashboard['period'] }
/** Each product leads to its lines: transactions cannot be filtered by product, because it is on their lines. */
export function ProductShares({ spend, period }: Props) {
  const { t, language } = useTranslation()
  const { currency } = spend
  return (
    <Shares
      title={t('By product')}
      first={t('Product')}
      text={(amount) => moneyText(amount, language, currency)}
      shares={spend.products.map(({ product, unit, quantity, amount }) => ({
        key: `${product} ${unit}`,
        name: (
          <PageLink className="dash-link" {...reportLink('purchase-lines', period, { currency, product })}>
            {t(productWords[product])}
          </PageLink>
        ),
        quantity: unit === null ? quantityText(quantity, language) : volumeText(quantity, language, unitText[unit]),
        amount,
      }))}
    />
  )
}
