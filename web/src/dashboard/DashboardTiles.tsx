import type { CurrencySpend, Dashboard, OpenInvoices } from '@portal/contract/dashboard/dashboard.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { perUnitText } from '../margins/margin-texts.ts'
import { percentText, priceText } from '../ui/words/figures.ts'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import { dayBefore, invoicesLink, transactionsLink, within } from './dashboard-address.ts'
import { transactionsIn, unitText } from './figure-texts.ts'
import { leadingMoney, type Money } from './leading-currency.ts'

type TileProps = {
  name: string
  value: string
  /** The same in the other currency. The two are never added up. */
  other?: Money | undefined
  otherTone?: 'bad' | undefined
  note?: ReactNode
  link?: ReturnType<typeof transactionsLink>
  tone?: 'warn' | 'bad'
}
function Tile({ name, value, other, otherTone, note, link, tone }: TileProps) {
  const number = (
    <strong className="dash-number" data-tone={tone}>
      {value}
    </strong>
  )
  return (
    <li className="panel dash-tile">
      <span className="dash-name">{name}</span>
      {link ? (
        <Link {...link} className="dash-tile-link">
          {number}
          <span className="sr-only">{name}</span>
        </Link>
      ) : (
        number
      )}
      {other ? <OtherMoney name={name} tone={otherTone} {...other} /> : null}
      {note ? <span className="dash-note">{note}</span> : null}
    </li>
  )
}
/** Links to the dashboard in the other currency, so a customer who owes in both sees both amounts. */
function OtherMoney({ name, currency, amount, tone }: Money & { name: string; tone: TileProps['tone'] }) {
  const { t, i18n } = useTranslation()
  return (
    <span className="dash-other">
      {t('and')}{' '}
      <Link
        className="dash-link"
        data-tone={tone}
        to="."
        search={((search: object) => ({ ...search, currency })) as never}
        resetScroll={false}
      >
        {moneyText(amount, i18n.language, currency)}
        <span className="sr-only"> {name}</span>
      </Link>
    </span>
  )
}

/** Per cent and per unit; and how many lines are left out because their cost is not known (COST-1). */
function marginNote(t: TFunction, locale: string, { margin, currency, unit }: CurrencySpend): string {
  if (!margin) return ''
  const lines = margin.unknown_lines
  const unknown =
    lines === 1
      ? t('cost unknown for 1 line')
      : t('cost unknown for {lines} lines', { lines: quantityText(lines, locale) })
  return [
    percentText(margin.percent, locale),
    perUnitText(margin.per_unit, locale, currency, unit),
    ...(lines > 0 ? [unknown] : []),
  ].join(', ')
}

function SpendTiles({
  spend,
  period,
  all,
}: {
  spend: CurrencySpend
  period: Dashboard['period']
  all: readonly CurrencySpend[]
}) {
  const { t, i18n } = useTranslation()
  const { currency, unit } = spend
  const link = transactionsLink(within(period), `currency:${currency}`)
  const other = all.find((one) => one.currency !== currency && one.amount !== 0)
  const exceptions = all.reduce((sum, one) => sum + one.exceptions, 0)
  return (
    <>
      <Tile
        name={t('Spend')}
        value={moneyText(spend.amount, i18n.language, currency)}
        other={other}
        note={`${transactionsIn(t, spend.transactions, i18n.language, other && currency)}, ${t('taxes included')}`}
        link={link}
      />
      <Tile
        name={t('Fuel volume')}
        value={`${Math.round(spend.volume).toLocaleString(i18n.language)} ${unitText[unit]}`}
        note={t('Diesel, reefer fuel and gasoline')}
        link={link}
      />
      <Tile
        name={t('Average fuel price')}
        value={priceText(spend.price, i18n.language, `${currency}/${unitText[unit]}`)}
        note={t('Before sales tax')}
        link={link}
      />
      {spend.margin ? (
        <Tile
          name={t('Margin')}
          value={moneyText(spend.margin.margin, i18n.language, currency)}
          note={marginNote(t, i18n.language, spend)}
          {...(spend.margin.margin < 0 ? { tone: 'bad' as const } : {})}
        />
      ) : null}
      <Tile
        name={t('Exceptions')}
        value={exceptions.toLocaleString(i18n.language)}
        note={t('Limit exceeded, card on hold, and other exceptions')}
        link={transactionsLink(within(period), 'exceptions:any')}
        {...(exceptions > 0 ? { tone: 'warn' } : {})}
      />
    </>
  )
}

type OpenProps = { name: string; open: readonly OpenInvoices[]; isOverdue: boolean; today: string; currency: Currency }
/** The two open statuses, each with its own link: the list cannot filter by both at once. */
function OpenTile({ name, open, isOverdue, today, currency: chosen }: OpenProps) {
  const { t, i18n } = useTranslation()
  const parts = open.map((one) => ({
    currency: one.currency,
    status: one.status,
    count: isOverdue ? one.overdue_count : one.count,
    amount: isOverdue ? one.overdue_amount : one.amount_due,
  }))
  const {
    own: { currency, amount },
    other,
  } = leadingMoney(parts, chosen)
  const some = parts.filter((one) => one.currency === currency && one.count > 0)
  const none = t(open.length === 0 ? 'No open invoices' : 'No overdue invoices')
  return (
    <Tile
      name={name}
      value={moneyText(amount, i18n.language, currency)}
      other={other}
      {...(isOverdue && some.length > 0 ? { tone: 'bad' } : {})}
      otherTone={isOverdue ? 'bad' : undefined}
      note={
        some.length === 0
          ? none
          : some.map(({ status, count }) => (
              <Link
                key={status}
                className="dash-link"
                {...invoicesLink(
                  `status:${status}`,
                  `currency:${currency}`,
                  ...(isOverdue ? [`due_date:..${dayBefore(today)}`] : []),
                )}
              >
                {t('{count} {status}', {
                  count: count.toLocaleString(i18n.language),
                  status: t(invoiceStatuses[status], count === 1 ? {} : { context: 'several' }),
                })}
              </Link>
            ))
      }
    />
  )
}

type Props = { data: Dashboard; currency: Currency; spend: CurrencySpend | undefined }
export function DashboardTiles({ data, currency, spend }: Props) {
  const { t, i18n } = useTranslation()
  const unbilled = leadingMoney(data.spend?.unbilled ?? [], currency)
  const transactions = data.spend?.unbilled.find((one) => one.currency === unbilled.own.currency)?.transactions ?? 0
  const open = data.invoices?.open ?? []
  const toReview = data.spend?.to_review ?? null
  return (
    <ul className="dash-tiles">
      {spend ? <SpendTiles spend={spend} period={data.period} all={data.spend?.currencies ?? []} /> : null}
      {data.spend ? (
        <Tile
          name={t('Not billed yet')}
          value={moneyText(unbilled.own.amount, i18n.language, unbilled.own.currency)}
          other={unbilled.other}
          note={`${transactionsIn(t, transactions, i18n.language, unbilled.other && unbilled.own.currency)}, ${t('all dates')}`}
          link={transactionsLink('billing:open', `currency:${unbilled.own.currency}`)}
        />
      ) : null}
      {data.invoices ? (
        <>
          <OpenTile name={t('Due')} open={open} isOverdue={false} today={data.today} currency={currency} />
          <OpenTile name={t('Overdue')} open={open} isOverdue today={data.today} currency={currency} />
        </>
      ) : null}
      {toReview === null ? null : (
        <Tile
          name={t('To review')}
          value={toReview.toLocaleString(i18n.language)}
          note={t('Flagged transactions in both currencies')}
          link={transactionsLink('review:open')}
          {...(toReview > 0 ? { tone: 'warn' } : {})}
        />
      )}
    </ul>
  )
}
