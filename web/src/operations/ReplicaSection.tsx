import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { useTranslation } from 'react-i18next'
import { Fact } from '../ui/record/Fact.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { nothing, quantityText } from '../ui/words/texts.ts'
import { FactSection } from './FactSection.tsx'

export function ReplicaSection({ state: { replica } }: { state: OperationsState }) {
  const { t, i18n } = useTranslation()
  const { configured, usable, lag_seconds, lag_bytes } = replica
  return (
    <FactSection id="replica" title={t('Read replica')}>
      {configured ? (
        <dl className="record-facts">
          <Fact name={t('State')}>{usable ? t('In use') : t('Not in use')}</Fact>
          <Fact name={t('Behind by')}>
            {lag_seconds === null ? nothing : t('{seconds} s', { seconds: quantityText(lag_seconds, i18n.language) })}
            {lag_bytes === null ? '' : ` · ${sizeText(lag_bytes, i18n.language)}`}
          </Fact>
        </dl>
      ) : (
        <p className="record-note">{t('No replica is configured. The main database answers every read.')}</p>
      )}
    </FactSection>
  )
}
