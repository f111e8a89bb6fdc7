import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'
import { FactSection } from './FactSection.tsx'

export function VersionSection({ state }: { state: OperationsState }) {
  const { t } = useTranslation()
  const { version, node_version, started_at, database, migrations, at } = state
  const { applied, known, newest } = migrations
  return (
    <FactSection id="version" title={t('Version and database')}>
      <dl className="record-facts">
        <Fact name={t('Version')}>{version}</Fact>
        <Fact name={t('Last started')}>
          <Ago at={started_at} now={at} />
        </Fact>
        <Fact name="Node.js">{node_version}</Fact>
        <Fact name="PostgreSQL">
          {database.version}, {database.kind === 'embedded' ? t('embedded') : t('external')}
        </Fact>
        <Fact name={t('Migrations')}>
          <span title={newest ?? undefined}>{t('{applied} of {known} applied', { applied, known })}</span>
        </Fact>
        <Fact name={t('Database functions')}>
          {migrations.are_functions_current ? t('Of this version') : t('Of another version')}
        </Fact>
      </dl>
    </FactSection>
  )
}
