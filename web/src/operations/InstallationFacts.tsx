import type { OperationsState } from '@portal/contract/operations/operations.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact } from '../ui/record/Fact.tsx'
import { Meter } from '../ui/record/Meter.tsx'
import { percentText, sizeText } from '../ui/words/figures.ts'
import { quantityText } from '../ui/words/texts.ts'
import { Ago } from './Ago.tsx'

type Props = { state: OperationsState }

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel form-section" aria-labelledby={`ops-${id}`}>
      <h2 id={`ops-${id}`}>{title}</h2>
      {children}
    </section>
  )
}

export function VersionSection({ state }: Props) {
  const { t } = useTranslation()
  const { version, node_version, started_at, database, migrations, at } = state
  const { applied, known, newest } = migrations
  return (
    <Section id="version" title={t('Version and database')}>
      <dl className="record-facts">
        <Fact name={t('Version')}>{version}</Fact>
        <Fact name={t('Started')}>
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
    </Section>
  )
}

export function SealSection({ state: { seal, at } }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <Section id="seal" title={t('Audit log')}>
      <dl className="record-facts">
        <Fact name={t('Sealed entries')}>{quantityText(seal.sealed, i18n.language)}</Fact>
        <Fact name={t('Not sealed yet')}>{quantityText(seal.unsealed, i18n.language)}</Fact>
        <Fact name={t('Oldest without a seal')}>
          <Ago at={seal.oldest_unsealed_at} now={at} />
        </Fact>
        <Fact name={t('Last sealed entry')}>
          <Ago at={seal.last_sealed_at} now={at} />
        </Fact>
        <Fact name={t('Last seal')}>{seal.head ? <code title={seal.head}>{seal.head.slice(0, 12)}…</code> : null}</Fact>
      </dl>
    </Section>
  )
}

export function StorageSection({ state: { storage } }: Props) {
  const { t, i18n } = useTranslation()
  const size = (bytes: number) => sizeText(bytes, i18n.language)
  const { free_bytes, total_bytes, database_bytes, files, file_bytes } = storage
  const free = total_bytes > 0 ? (free_bytes / total_bytes) * 100 : null
  return (
    <Section id="storage" title={t('Storage')}>
      <Meter
        name={t('Disk of the data folder')}
        used={total_bytes - free_bytes}
        of={total_bytes}
        text={t('{free} of {total} free ({percent})', {
          free: size(free_bytes),
          total: size(total_bytes),
          percent: percentText(free, i18n.language, { maximumFractionDigits: 0 }),
        })}
      />
      <dl className="record-facts ops-below">
        <Fact name={t('Database')}>{size(database_bytes)}</Fact>
        <Fact name={t('Files and documents')}>
          {quantityText(files, i18n.language)}
          {files > 0 ? ` · ${size(file_bytes)}` : ''}
        </Fact>
      </dl>
    </Section>
  )
}

export function BackupSection({ state: { backup, at } }: Props) {
  const { t, i18n } = useTranslation()
  const { last_at, size_bytes, failed_at, failure, tested_at, test_failure } = backup
  return (
    <Section id="backup" title={t('Backup')}>
      <dl className="record-facts">
        <Fact name={t('Last backup')}>
          {last_at ? <Ago at={last_at} now={at} /> : t('None yet')}
          {size_bytes === null ? '' : ` · ${sizeText(size_bytes, i18n.language)}`}
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
            t('None yet')
          )}
        </Fact>
      </dl>
    </Section>
  )
}

export function ReplicaSection({ state: { replica } }: Props) {
  const { t, i18n } = useTranslation()
  const { configured, usable, lag_seconds, lag_bytes, reason } = replica
  return (
    <Section id="replica" title={t('Read replica')}>
      {configured ? (
        <dl className="record-facts">
          <Fact name={t('State')}>{usable ? t('In use') : (reason ?? t('Not in use'))}</Fact>
          <Fact name={t('Behind by')}>
            {lag_seconds === null ? null : t('{seconds} s', { seconds: quantityText(lag_seconds, i18n.language) })}
            {lag_bytes === null ? '' : ` · ${sizeText(lag_bytes, i18n.language)}`}
          </Fact>
        </dl>
      ) : (
        <p className="record-note">{t('No replica is configured. The main database answers every read.')}</p>
      )}
    </Section>
  )
}
