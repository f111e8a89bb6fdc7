import './journal.css'
import type { BatchAccount } from '@portal/contract/journal/journal.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { moreText } from '../ui/words/figures.ts'
import { moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const amountText = (value: number, locale: string, currency: Currency): string =>
  value === 0 ? nothing : moneyText(value, locale, currency)

type Props = { accounts: readonly BatchAccount[]; currency: Currency; debit: number; credit: number }
/** Debits and credits by general-ledger account. Keys without an account are named. */
export function AccountSums({ accounts, currency, debit, credit }: Props) {
  const { t, language } = useTranslation()
  const name = t('Totals by account in {currency}', { currency })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="journal-scroll" tabIndex={0} aria-label={name}>
      <table className="journal-table">
        <thead>
          <tr>
            <th scope="col">{t('Account')}</th>
            <th scope="col" data-align="end">
              {t('Debit')}
            </th>
            <th scope="col" data-align="end">
              {t('Credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={`${account.account_number} ${account.account_name} ${account.keys[0]}`}>
              <th scope="row">
                {account.account_number === null ? (
                  <>
                    <span className="journal-unmapped">{t('No account')}</span> {account.keys.join(', ')}
                    {account.key_count > account.keys.length
                      ? ` ${moreText(t, account.key_count - account.keys.length)}`
                      : null}
                  </>
                ) : (
                  `${account.account_number} ${account.account_name}`
                )}
              </th>
              <td data-align="end" data-label={t('Debit')}>
                {amountText(account.debit, language, currency)}
              </td>
              <td data-align="end" data-label={t('Credit')}>
                {amountText(account.credit, language, currency)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            <td data-align="end" data-label={t('Debit')}>
              {moneyText(debit, language, currency)}
            </td>
            <td data-align="end" data-label={t('Credit')}>
              {moneyText(credit, language, currency)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
