import type { CardUse, UsageLimit } from '@portal/contract/cards/card-usage.ts'
import { moneyText, numberFormat, quantityText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** What each bar measures. */
export function useNames(): Record<UsageLimit, string> {
  const { t } = useTranslation()
  return {
    daily_card_limit: t('Spent today'),
    daily_vehicle_quantity_limit_in_gallons: t('Fuel today'),
    daily_cash_limit: t('Cash today'),
    weekly_fuel_quantity_limit: t('Fuel this week'),
    weekly_product_refresh_money_amount: t('Spent on fuel this week'),
    non_highway_fuel_weekly_quantity_limit: t('Reefer fuel this week'),
    refreshing_cash_limits: t('Cash since the last refresh'),
  }
}

/** `120.5 of 800 GAL`, and by how much it is over, with the unit or currency once (CARD-19). */
export function useText(): (use: CardUse) => string {
  const { t, language } = useTranslation()
  const amount = (value: number, { unit }: CardUse) =>
    unit === 'CAD' || unit === 'USD'
      ? moneyText(value, language, unit)
      : `${quantityText(value, language)}\u00a0${unit}`
  const figure = (value: number, { unit }: CardUse) =>
    unit === 'CAD' || unit === 'USD'
      ? numberFormat(language, { style: 'currency', currency: unit, currencyDisplay: 'narrowSymbol' }).format(value)
      : quantityText(value, language)
  return (use) => {
    const figures = t('{used} of {limit}', { used: figure(use.used, use), limit: amount(use.of, use) })
    return use.left < 0 ? t('{figures}, over by {amount}', { figures, amount: amount(-use.left, use) }) : figures
  }
}
