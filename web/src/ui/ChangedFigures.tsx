import { useTranslation } from 'react-i18next'
import { type Effect, EffectFigures } from './EffectFigures.tsx'

/** The figures of a preview that lists the newest of the transactions that would change. */
export function ChangedFigures({ effect }: { effect: Effect & { changed: number } }) {
  const { t } = useTranslation()
  const listed = effect.transactions.length
  return (
    <>
      <EffectFigures effect={effect} label="Purchases that would change" />
      {effect.changed > listed ? <p>{t('Showing the newest {count}.', { count: listed })}</p> : null}
    </>
  )
}
