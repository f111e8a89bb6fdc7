import type { ReactNode } from 'react'
import { useTranslation } from '../ui/words/translation.ts'

type Share = { key: string; name: ReactNode; quantity: string; amount: number }
type SharesProps = {
  title: string
  first: string
  shares: readonly Share[]
  text: (amount: number) => string
  isThird?: boolean
}
/** Parts of the spend, largest first: a table whose rows also show their share as a bar. */
export function Shares({ title, first, shares, text, isThird = false }: SharesProps) {
  const { t } = useTranslation()
  const most = Math.max(...shares.map(({ amount }) => Math.abs(amount)), 1)
  return (
    <section className={isThird ? 'panel dash-panel dash-third' : 'panel dash-panel'} aria-label={title}>
      <h2>{title}</h2>
      <table className="dash-shares">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{t('Quantity')}</th>
            <th scope="col">{t('Spend')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ key, name, quantity, amount }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                <span
                  className="dash-share"
                  aria-hidden
                  style={{ inlineSize: `${(100 * Math.max(0, amount)) / most}%` }}
                />
              </th>
              <td>{quantity}</td>
              <td>{text(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
