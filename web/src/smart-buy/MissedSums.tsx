import type { CallReply } from '@portal/contract/endpoint.ts'
import type { MissedGroup, smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { dateText, moneyText, nothing, numberFormat } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Reply = CallReply<typeof smartBuy.missed>

/** The sums of all lines that the filters leave, by currency, and by driver, site and week. */
export function MissedSums({ reply }: { reply: Reply | undefined }) {
  const { t, language } = useTranslation()
  if (!reply || reply.totals.length === 0) return null
  const count = (purchases: number) => numberFormat(language, {}).format(purchases)
  return (
    <>
      <dl className="panel missed-sums">
        {reply.totals.map((total) => (
          <div key={total.currency}>
            <dt>{t('Missed savings')}</dt>
            <dd>
              {moneyText(total.missed, language, total.currency)}
              <small>
                {t('of {paid} paid before sales tax, in {purchases} purchases', {
                  paid: moneyText(total.paid, language, total.currency),
                  purchases: count(total.purchases),
                })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="smart-note">
        {t(
          'Each purchase against your cheapest price of the same product and currency within the distance on that day, in a straight line. Not counted: what was credited, and purchases without a price nearby that day; the report under Longer periods says how many.',
        )}
      </p>
      <div className="missed-groups">
        <Groups title={t('By driver')} groups={reply.drivers} nameOf={({ name }) => name ?? nothing} />
        <Groups title={t('By site')} groups={reply.sites} nameOf={({ name }) => name ?? nothing} />
        <Groups
          title={t('By week')}
          groups={reply.weeks}
          nameOf={({ name }) => t('Week of {day}', { day: dateText(name) })}
        />
      </div>
    </>
  )
}

type GroupsProps = { title: string; groups: readonly MissedGroup[]; nameOf: (group: MissedGroup) => string }
function Groups({ title, groups, nameOf }: GroupsProps) {
  const { t, language } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="panel smart-table" tabIndex={0} aria-label={title}>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col" data-align="end">
              {t('Purchases')}
            </th>
            <th scope="col" data-align="end">
              {t('Missed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.name} ${group.currency}`}>
              <th scope="row">{nameOf(group)}</th>
              <td data-align="end">{group.purchases}</td>
              <td data-align="end">{moneyText(group.missed, language, group.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
