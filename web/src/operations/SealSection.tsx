import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'
import { FactSection } from './FactSection.tsx'

export function SealSection({ state: { seal, at } }: { state: OperationsState }) {
  const { t, language } = useTranslation()
  return (
    <FactSection id="seal" title={t('Audit log')}>
      <dl className="record-facts">
        <Fact name={t('Sealed entries')}>{quantityText(seal.sealed, language)}</Fact>
        <Fact name={t('Not sealed yet')}>{quantityText(seal.unsealed, language)}</Fact>
        <Fact name={t('Oldest without a seal')}>
          <Ago at={seal.oldest_unsealed_at} now={at} />
        </Fact>
        <Fact name={t('Last sealed entry')}>
          <Ago at={seal.last_sealed_at} now={at} />
        </Fact>
        <Fact name={t('Not signed yet')}>{quantityText(seal.unsigned, language)}</Fact>
        <Fact name={t('Last signature')}>
          <Ago at={seal.signed_at} now={at} />
        </Fact>
        <Fact name={t('Last seal')}>{seal.head ? <code title={seal.head}>{seal.head.slice(0, 12)}…</code> : null}</Fact>
      </dl>
    </FactSection>
  )
}
