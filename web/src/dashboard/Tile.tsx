import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ChangeText } from './ChangeText.tsx'
import type { Comparison } from './comparison.rules.ts'
import type { ListLink } from './dashboard-address.ts'
import type { Money } from './leading-currency.ts'

type TileProps = {
  name: string
  value: string
  /** Against the period before. */
  change?: Comparison
  /** What explains the change. */
  changeLink?: ListLink | undefined
  /** The same in the other currency. The two are never added up. */
  other?: Money | undefined
  otherTone?: 'bad' | undefined
  note?: ReactNode
  link?: ListLink
  tone?: 'warn' | 'bad' | undefined
}
export function Tile({ name, value, change, changeLink, other, otherTone, note, link, tone }: TileProps) {
  const number = (
    <strong className="dash-number" data-tone={tone}>
      {value}
    </strong>
  )
  return (
    <li className="panel dash-tile">
      <span className="dash-name">{name}</span>
      {link ? (
        <PageLink {...link} className="dash-tile-link">
          {number}
          <span className="sr-only">{name}</span>
        </PageLink>
      ) : (
        number
      )}
      {change ? <ChangeText comparison={change} link={changeLink} /> : null}
      {other ? <OtherMoney name={name} tone={otherTone} {...other} /> : null}
      {note ? <span className="dash-note">{note}</span> : null}
    </li>
  )
}
/** Links to the dashboard in the other currency, so a customer who owes in both sees both amounts. */
function OtherMoney({ name, currency, amount, tone }: Money & { name: string; tone: TileProps['tone'] }) {
  const { t, language } = useTranslation()
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
        {moneyText(amount, language, currency)}
        <span className="sr-only"> {name}</span>
      </Link>
    </span>
  )
}
