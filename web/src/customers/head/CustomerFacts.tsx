import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { billingCycleWords, holdRuleWords } from '@portal/contract/customers/customers-words.data.ts'
import '../../ui/invoice-status.css'
import { type Account, agingKeys } from '@portal/contract/accounts/accounts.ts'
import type { Customer, CustomerOverview } from '@portal/contract/customers/customers.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { Fact } from '../../ui/record/Fact.tsx'
import { moneyText, quantityText } from '../../ui/words/texts.ts'
import type { TFunction } from '../../ui/words/translation.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { usersPath } from '../../users/users.paths.ts'

type Props = { customer: Customer; overview: CustomerOverview | undefined; account: Account | undefined }

export function CustomerFacts({ customer, overview, account }: Props) {
  return (
    <>
      {account ? <Owed account={account} own={customer.currency_id} /> : null}
      <Contact customer={customer} />
      <Terms customer={customer} />
      {overview ? <Holdings customer={customer} overview={overview} /> : null}
    </>
  )
}

const overdueKeys = agingKeys.filter((key) => key !== 'current')

/** Balance and overdue, in each currency with something owed, or in the customer's own. */
function Owed({ account, own }: { account: Account; own: Currency }) {
  const { t, language } = useTranslation()
  const money = (value: number, currency: Currency) => moneyText(value, language, currency)
  const balances = account.balances.filter(({ unpaid }) => unpaid !== 0)
  const exposed = account.balances.filter(({ exposure }) => exposure)
  const overdue = account.balances
    .map((balance) => ({ currency: balance.currency, sum: overdueKeys.reduce((sum, key) => sum + balance[key], 0) }))
    .filter(({ sum }) => sum > 0)
  return (
    <>
      <Fact name={t('Balance')}>
        {balances.length === 0 ? <span className="customer-line">{money(0, own)}</span> : null}
        {balances.map(({ currency, unpaid }) => (
          <strong key={currency} className="customer-line">
            {money(unpaid, currency)}
          </strong>
        ))}
      </Fact>
      <Fact name={t('Overdue')}>
        {overdue.length === 0 ? t('Nothing overdue') : null}
        {overdue.map(({ currency, sum }) => (
          <strong key={currency} className="customer-line overdue">
            {money(sum, currency)}
          </strong>
        ))}
      </Fact>
      {/* With a limit, a bar shows it below. */}
      {account.credits.length > 0 || exposed.length === 0 ? null : (
        <Fact name={t('Exposure')}>
          {exposed.map(({ currency, exposure }) => (
            <span key={currency} className="customer-line">
              {money(exposure ?? 0, currency)}
            </span>
          ))}
        </Fact>
      )}
    </>
  )
}

function Contact({ customer: { cont_name, phone, email } }: { customer: Customer }) {
  const { t } = useTranslation()
  return (
    <Fact name={t('Contact')}>
      {cont_name ? <span className="customer-line">{cont_name}</span> : null}
      {phone ? (
        <a className="customer-line" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </a>
      ) : null}
      {email ? (
        <a className="customer-line" href={`mailto:${email}`}>
          {email}
        </a>
      ) : null}
    </Fact>
  )
}

/** As on the invoice: 0 days are due on receipt. */
function dueText(t: TFunction, days: number): string {
  if (days === 0) return t('Due on receipt')
  return days === 1 ? t('Due after 1 day') : t('Due after {count} days', { count: days })
}

function Terms({ customer: { due_days, billing_cycle, hold_rule, credit_limits } }: { customer: Customer }) {
  const { t } = useTranslation()
  const hasLimit = credit_limits.CAD !== null || credit_limits.USD !== null
  return (
    <Fact name={t('Terms')}>
      <span className="customer-line">
        {dueText(t, due_days)} · {t(billingCycleWords[billing_cycle])}
      </span>
      <span className="customer-line">
        {hasLimit
          ? t('{name}: {value}', { name: t('Above the credit limit'), value: t(holdRuleWords[hold_rule]) })
          : t('No credit limit')}
      </span>
    </Fact>
  )
}

function Holdings({ customer, overview: { cards, users } }: { customer: Customer; overview: CustomerOverview }) {
  const { t, language } = useTranslation()
  const count = (value: number) => quantityText(value, language)
  const wordOf = (status: string) => t(cardStatusWords[status as keyof typeof cardStatusWords] ?? status)
  return (
    <>
      <Fact name={t('Cards')}>
        {cards.length === 0 ? t('No cards') : null}
        {cards.map((group) => (
          <PageLink
            key={group.status}
            className="customer-line"
            to={cardsPath}
            search={{ filter: [`company_name:${customer.name}`, `card_status:${group.status}`] }}
          >
            {t('{name}: {value}', { name: wordOf(group.status), value: count(group.count) })}
          </PageLink>
        ))}
      </Fact>
      <Fact name={t('Users')}>
        <PageLink to={usersPath} search={{ filter: [`company:${customer.name}`] }}>
          {count(users)}
        </PageLink>
      </Fact>
    </>
  )
}
