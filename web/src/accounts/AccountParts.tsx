import '../ui/record/record-head.css'
import './accounts.css'
import { Alert } from '@mantine/core'
import {
  type Account,
  agingKeys,
  agingWords,
  type CurrencyBalance,
  type CurrencyCredit,
} from '@portal/contract/accounts/accounts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Meter } from '../ui/record/Meter.tsx'
import { moneyText } from '../ui/words/texts.ts'

/** A limit that is exceeded, a returned payment, and the cards on hold for it. */
export function AccountWarnings({ account: { credits, nsf_invoices, cards_held } }: { account: Account }) {
  const { t } = useTranslation()
  const words = [
    ...(credits.some(({ is_over }) => is_over)
      ? [
          cards_held.credit === 0
            ? t('Over the credit limit.')
            : cards_held.credit === 1
              ? t('Over the credit limit. 1 card stays on hold until the customer is back under it.')
              : t('Over the credit limit. {count} cards stay on hold until the customer is back under it.', {
                  count: cards_held.credit,
                }),
        ]
      : []),
    ...(nsf_invoices > 0
      ? [
          cards_held.nsf === 0
            ? t('A payment was returned (NSF) and is not paid yet.')
            : cards_held.nsf === 1
              ? t('A payment was returned (NSF). 1 card stays on hold until it is paid.')
              : t('A payment was returned (NSF). {count} cards stay on hold until it is paid.', {
                  count: cards_held.nsf,
                }),
        ]
      : []),
  ]
  return words.map((word) => (
    <Alert
      key={word}
      color="warn"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      className="account-warning"
    >
      {word}
    </Alert>
  ))
}

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
  const { t, i18n } = useTranslation()
  const money = (value: number) => moneyText(value, i18n.language, currency)
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

/** What is owed by days past due, and what is not billed yet, in each currency. */
export function AccountAging({ account: { balances } }: { account: Account }) {
  return (
    <div className="account-currencies">
      {balances.map((balance) => (
        <Aging key={balance.currency} balance={balance} />
      ))}
    </div>
  )
}

function Aging({ balance }: { balance: CurrencyBalance }) {
  const { t, i18n } = useTranslation()
  const money = (value: number) => moneyText(value, i18n.language, balance.currency)
  const largest = Math.max(...agingKeys.map((key) => balance[key]), 0.01)
  const totals: [string, number | null][] = [
    ['Unpaid', balance.unpaid],
    ['Not billed yet', balance.unbilled],
    ['In draft', balance.in_draft],
    ['Exposure', balance.exposure],
  ]
  return (
    <table className="aging">
      <caption>{t('{currency}, by days past due', { currency: balance.currency })}</caption>
      <tbody>
        {agingKeys.map((key) => (
          <tr key={key}>
            <th scope="row">{t(agingWords[key])}</th>
            <td className="aging-bar" aria-hidden>
              <div
                data-late={key !== 'current'}
                style={{ inlineSize: `${(Math.max(0, balance[key]) / largest) * 100}%` }}
              />
            </td>
            <td className="aging-amount">{money(balance[key])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(([word, value]) =>
          value === null ? null : (
            <tr key={word} className="aging-total">
              <th scope="row" colSpan={2}>
                {t(word)}
              </th>
              <td className="aging-amount">{money(value)}</td>
            </tr>
          ),
        )}
      </tfoot>
    </table>
  )
}
