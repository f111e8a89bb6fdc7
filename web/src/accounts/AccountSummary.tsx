import './accounts.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Skeleton } from '@mantine/core'
import {
  type Account,
  accounts,
  agingKeys,
  agingWords,
  type CurrencyBalance,
  type CurrencyCredit,
} from '@portal/contract/accounts/accounts.ts'
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { statementPath } from './accounts.paths.ts'

/**
 * A customer's unpaid amounts by age, its unbilled amounts and its credit limit. Shown only with permission to see
 * invoices.
 */
export function AccountSummary(props: Props) {
  const can = useCan()
  return can(accounts.get) ? <Loaded {...props} /> : null
}

/** `isOnStatement` hides the link to the statement, which is already on the page. */
type Props = { companyId: number; isOnStatement?: boolean }
function Loaded({ companyId, isOnStatement = false }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(accounts.get, { id: companyId }),
    queryFn: ({ signal }) => call(accounts.get, { params: { id: companyId } }, { signal }),
  })
  return (
    <section className="panel account" aria-busy={isFetching}>
      <div className="account-head">
        <h2>{t('Account')}</h2>
        {data ? <span className="account-day">{t('As of {day}', { day: dateText(data.as_of) })}</span> : null}
        {isOnStatement ? null : (
          <Button
            component={Link}
            to={statementPath(companyId)}
            size="xs"
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            className="account-link"
          >
            {t('Statement of account')}
          </Button>
        )}
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data ? <AccountBody account={data} /> : null}
    </section>
  )
}

function AccountBody({ account }: { account: Account }) {
  return (
    <>
      <Warnings account={account} />
      {account.credits.map((credit) => (
        <CreditMeter key={credit.currency} credit={credit} />
      ))}
      <div className="account-currencies">
        {account.balances.map((balance) => (
          <Aging key={balance.currency} balance={balance} />
        ))}
      </div>
    </>
  )
}

function Warnings({ account: { credits, nsf_invoices, cards_held } }: { account: Account }) {
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

/** The bar is decorative: the text beside it says the same. */
function CreditMeter({ credit }: { credit: CurrencyCredit }) {
  const { t, i18n } = useTranslation()
  const { limit, exposure, is_over, currency, hold_rule } = credit
  const money = (value: number) => moneyText(value, i18n.language, currency)
  const share = limit !== null && limit > 0 ? Math.min(100, Math.max(0, (exposure / limit) * 100)) : is_over ? 100 : 0
  return (
    <div className="account-credit">
      <p>
        <strong>{money(exposure)}</strong>{' '}
        {limit === null
          ? t('without a credit limit in {currency}', { currency })
          : t('of a credit limit of {limit}', { limit: money(limit) })}
        {limit === null ? null : (
          <span className="account-note">
            {t(
              hold_rule === 'hold'
                ? 'Above this limit, cards are put on hold.'
                : 'Above this limit, a warning is shown.',
            )}
          </span>
        )}
      </p>
      <div className="account-meter" data-over={is_over} aria-hidden>
        <div style={{ inlineSize: `${share}%` }} />
      </div>
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
