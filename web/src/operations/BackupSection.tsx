import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'
import { FactSection } from './FactSection.tsx'

export function BackupSection({ state: { backup, at } }: { state: OperationsState }) {
  const { t, language } = useTranslation()
  const { last_at, size_bytes, failed_at, failure, tested_at, test_failure } = backup
  return (
    <FactSection id="backup" title={t('Backup')}>
      <dl className="record-facts">
        <Fact name={t('Last backup')}>
          {last_at ? <Ago at={last_at} now={at} /> : t('None yet')}
          {size_bytes === null ? '' : ` · ${sizeText(size_bytes, language)}`}
        </Fact>
        <Fact name={t('Schedule')}>{backup.is_scheduled ? t('Scheduled') : t('Not scheduled')}</Fact>
        {failed_at ? (
          <Fact name={t('Last failure')}>
            <span className="ops-failure">
              <Ago at={failed_at} now={at} />
              <span>{failure}</span>
            </span>
          </Fact>
        ) : null}
        <Fact name={t('Last trial restore')}>
          {tested_at ? (
            <span className="ops-failure">
              <Ago at={tested_at} now={at} />
              <span>{test_failure ?? t('Restored and verified')}</span>
            </span>
          ) : (
            t('Never')
          )}
        </Fact>
      </dl>
    </FactSection>
  )
}
