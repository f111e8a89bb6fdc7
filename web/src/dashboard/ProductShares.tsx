import type { CurrencySpend } from '@portal/contract/dashboard/dashboard.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { useTranslation } from 'react-i18next'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import { unitText, volumeText } from './figure-texts.ts'
import { Shares } from './Shares.tsx'

/**
 * Products have no links: transactions cannot be filtered by product, because it is on their lines and a rare one would
 * need a scan of all lines. A link to all transactions of the period would not explain the figure.
 */
export function ProductShares({ spend }: { spend: CurrencySpend }) {
  const { t, i18n } = useTranslation()
  const { currency } = spend
  return (
    <Shares
      title={t('By product')}
      first={t('Product')}
      text={(amount) => moneyText(amount, i18n.language, currency)}
      shares={spend.products.map(({ product, unit, quantity, amount }) => ({
        key: `${product} ${unit}`,
        name: t(productWords[product]),
        quantity:
          unit === null ? quantityText(quantity, i18n.language) : volumeText(quantity, i18n.language, unitText[unit]),
        amount,
      }))}
    />
  )
}
