import './accounts.css'
import { type Account, agingKeys, agingWords, type CurrencyBalance } from '@portal/contract/accounts/accounts.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

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
  const { t, language } = useTranslation()
  const money = (value: number) => moneyText(value, language, balance.currency)
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
