import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { nothing, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { FactSection } from './FactSection.tsx'

export function ReplicaSection({ state: { replica } }: { state: OperationsState }) {
  const { t, language } = useTranslation()
  const { configured, usable, lag_seconds, lag_bytes } = replica
  return (
    <FactSection id="replica" title={t('Read replica')}>
      {configured ? (
        <dl className="record-facts">
          <Fact name={t('State')}>{usable ? t('In use') : t('Not in use')}</Fact>
          <Fact name={t('Behind by')}>
            {lag_seconds === null ? nothing : t('{seconds} s', { seconds: quantityText(lag_seconds, language) })}
            {lag_bytes === null ? '' : ` · ${sizeText(lag_bytes, language)}`}
          </Fact>
        </dl>
      ) : (
        <p className="record-note">{t('No replica is configured. The main database answers every read.')}</p>
      )}
    </FactSection>
  )
}
