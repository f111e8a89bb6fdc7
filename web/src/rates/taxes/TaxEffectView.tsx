import type { TaxEffect } from '@portal/contract/rates/tax-changes.ts'
import { useEffect, useRef } from 'react'
import { EffectFigures } from '../../ui/EffectFigures.tsx'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** What saving would change, in numbers (RATE-7). */
export function TaxEffectView({ effect }: { effect: TaxEffect }) {
  const { t } = useTranslation()
  const { count, changed, candidates, from_date, to_date, is_long } = effect
  const seen = useRef<HTMLDivElement>(null)
  // The figures come below the fields, out of sight of a long form.
  useEffect(() => {
    seen.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const days = { from: dateText(from_date), to: dateText(to_date) }
  return (
    <div className="what-if" role="status" ref={seen}>
      {count === 0 ? <p>{t('No uninvoiced purchase is affected.')}</p> : null}
      {count > 0 && changed === 0 ? (
        <p>
          {t('The price of none of the {count} uninvoiced purchases from {from} to {to} would change.', {
            count,
            ...days,
          })}
        </p>
      ) : null}
      {changed > 0 ? (
        <>
          <p>
            {t('The price of {changed} of the {count} uninvoiced purchases from {from} to {to} would change.', {
              changed,
              count,
              ...days,
            })}
          </p>
          <EffectFigures effect={effect} />
        </>
      ) : null}
      {candidates > 0 ? (
        <p>
          {t(
            'Invoiced lines with other taxes: {count}. They stay as billed and are listed for a credit and a new bill.',
            {
              count: candidates,
            },
          )}
        </p>
      ) : null}
      {is_long ? <p>{t('Saving takes a while. You can follow its progress.')}</p> : null}
    </div>
  )
}
