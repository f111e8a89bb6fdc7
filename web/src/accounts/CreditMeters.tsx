import './accounts.css'
import '../ui/record/record-head.css'
import type { Account, CurrencyCredit } from '@portal/contract/accounts/accounts.ts'
import { Meter } from '../ui/record/Meter.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Exposure against the limit of each currency, and what happens above it. */
export function CreditMeters({ account: { credits } }: { account: Account }) {
  return credits.length === 0 ? null : (
    <div className="meters">
      {credits.map((credit) => (
        <CreditMeter key={credit.currency} credit={credit} />
      ))}
    </div>
  )
}

function CreditMeter({ credit: { limit, exposure, currency, hold_rule } }: { credit: CurrencyCredit }) {
  const { t, language } = useTranslation()
  const money = (value: number) => moneyText(value, language, currency)
  const used = money(exposure)
  return (
    <div>
      <Meter
        name={t('Exposure')}
        used={exposure}
        of={limit ?? 0}
        text={
          limit === null
            ? t('{used} without a credit limit in {currency}', { used, currency })
            : t('{used} of a credit limit of {limit}', { used, limit: money(limit) })
        }
      />
      {limit === null ? null : (
        <span className="account-note">
          {t(
            hold_rule === 'hold' ? 'Above this limit, cards are put on hold.' : 'Above this limit, a warning is shown.',
          )}
        </span>
      )}
    </div>
  )
}
