import type { Dashboard, OpenInvoices } from '@portal/contract/dashboard/dashboard.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useCan } from '../api/session.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { cardsLink, dayBefore, invoicesLink, receivablesLink, transactionsLink } from './dashboard-address.ts'
import { transactionsIn } from './figure-texts.ts'
import { leadingMoney } from './leading-currency.ts'
import { Tile } from './Tile.tsx'

type OpenProps = { name: string; open: readonly OpenInvoices[]; isOverdue: boolean; today: string; currency: Currency }
/** The earliest of the days, or null. */
const firstOf = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null

/**
 * Staff open the receivables of the day, which have the same sum. The two open statuses have links of their own: the list
 * cannot filter by both at once.
 */
function OpenTile({ name, open, isOverdue, today, currency: chosen }: OpenProps) {
  const { t, language } = useTranslation()
  const parts = open.map((one) => ({
    currency: one.currency,
    status: one.status,
    count: isOverdue ? one.overdue_count : one.count,
    amount: isOverdue ? one.overdue_amount : one.amount_due,
    day: isOverdue ? one.overdue_since : one.next_due_date,
  }))
  const {
    own: { currency, amount },
    other,
  } = leadingMoney(parts, chosen)
  const some = parts.filter((one) => one.currency === currency && one.count > 0)
  const day = firstOf(some.map((one) => one.day))
  const can = useCan()
  const isForReport = can(receivables.list) && can(reports.show)
  const none = t(open.length === 0 ? 'No open invoices' : 'No overdue invoices')
  return (
    <Tile
      name={name}
      value={moneyText(amount, language, currency)}
      other={other}
      {...(isForReport ? { link: receivablesLink(today, currency) } : {})}
      tone={isOverdue && some.length > 0 ? 'bad' : undefined}
      otherTone={isOverdue ? 'bad' : undefined}
      note={
        some.length === 0 ? (
          none
        ) : (
          <>
            {day ? <span>{t(isOverdue ? 'since {day}' : 'next due on {day}', { day: dateText(day) })}</span> : null}
            <StatusLinks some={some} filters={isOverdue ? [`due_date:..${dayBefore(today)}`] : []} />
          </>
        )
      }
    />
  )
}

type StatusCount = { currency: Currency; status: OpenInvoices['status']; count: number }
function StatusLinks({ some, filters }: { some: readonly StatusCount[]; filters: readonly string[] }) {
  const { t, language } = useTranslation()
  return some.map(({ currency, status, count }) => (
    <PageLink
      key={status}
      className="dash-link"
      {...invoicesLink(`status:${status}`, `currency:${currency}`, ...filters)}
    >
      {t('{count} {status}', {
        count: count.toLocaleString(language),
        status: t(invoiceStatuses[status], count === 1 ? {} : { context: 'several' }),
      })}
    </PageLink>
  ))
}

type Props = { data: Dashboard; currency: Currency }
/** What is open now, whatever the chosen days: money first, then cards, then work. */
export function NowTiles({ data, currency }: Props) {
  const { t, language } = useTranslation()
  const unbilled = leadingMoney(data.spend?.unbilled ?? [], currency)
  const transactions = data.spend?.unbilled.find((one) => one.currency === unbilled.own.currency)?.transactions ?? 0
  const open = data.invoices?.open ?? []
  return (
    <ul className="dash-tiles" aria-label={t('Open now')}>
      {data.invoices ? (
        <>
          <OpenTile name={t('Due')} open={open} isOverdue={false} today={data.today} currency={currency} />
          <OpenTile name={t('Overdue')} open={open} isOverdue today={data.today} currency={currency} />
        </>
      ) : null}
      {data.spend ? (
        <Tile
          name={t('Not billed yet')}
          value={moneyText(unbilled.own.amount, language, unbilled.own.currency)}
          other={unbilled.other}
          note={`${transactionsIn(t, transactions, language, unbilled.other && unbilled.own.currency)}, ${t('all dates')}`}
          link={transactionsLink('billing:open', `currency:${unbilled.own.currency}`)}
        />
      ) : null}
      {data.cards ? <HeldCardsTile cards={data.cards} /> : null}
    </ul>
  )
}

function HeldCardsTile({ cards }: { cards: NonNullable<Dashboard['cards']> }) {
  const { t, language } = useTranslation()
  const held = cards.find(({ status }) => status === 'HOLD')?.count ?? 0
  const all = cards.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile
      name={t('Cards on hold')}
      value={held.toLocaleString(language)}
      note={all === 1 ? t('of 1 card') : t('of {count} cards', { count: all.toLocaleString(language) as never })}
      link={cardsLink('HOLD')}
      tone={held > 0 ? 'warn' : undefined}
    />
  )
}
