import type { CurrencySpend, Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { transactionsLink, within } from './dashboard-address.ts'
import { unitText, volumeText } from './figure-texts.ts'
import { Shares } from './Shares.tsx'

type Props = { spend: CurrencySpend; period: Dashboard['period'] }
export function ProvinceShares({ spend, period }: Props) {
  const { t, language } = useTranslation()
  const { currency, unit } = spend
  return (
    <Shares
      title={t('By province or state')}
      first={t('Province/State')}
      text={(amount) => moneyText(amount, language, currency)}
      shares={spend.provinces.map(({ province, volume, amount }) => ({
        key: province ?? '',
        name:
          province === null ? (
            t('Unknown')
          ) : (
            <PageLink
              className="dash-link"
              {...transactionsLink(within(period), `currency:${currency}`, `dtl_stn_prv:${province}`)}
            >
              {province}
            </PageLink>
          ),
        quantity: volumeText(volume, language, unitText[unit]),
        amount,
      }))}
    />
  )
}
