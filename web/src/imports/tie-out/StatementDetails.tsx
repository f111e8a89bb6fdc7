import './tie-out.css'
import '../importing.css'
import { Button } from '@mantine/core'
import type { ProviderStatement } from '@portal/contract/booking/provider-statements.ts'
import type { ReactNode } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { Fact } from '../../ui/record/Fact.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { dateText, instantText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { importsPath } from '../imports.paths.ts'
import { ExplainDialog } from './ExplainDialog.tsx'
import { TieStatusBadge } from './TieStatusBadge.tsx'
import { useSaveStatement } from './use-save-statement.ts'

const StatementDialog = lazily(() => import('./StatementDialog.tsx'), 'StatementDialog')

type Props = { statement: ProviderStatement; importId?: number; children?: ReactNode }

/**
 * A statement's total beside that of its files, what is open of it, and its files. Without an import it stands in a list,
 * whose row has the totals.
 */
export function StatementDetails({ statement, importId, children }: Props) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, statement.currency)
  const { change, isPending } = useSaveStatement()
  const editing = useDialog((asked: { at: number }, frame) => (
    <StatementDialog key={asked.at} stored={statement} {...frame} />
  ))
  const explaining = useDialog((asked: { at: number }, frame) => (
    <ExplainDialog
      key={asked.at}
      stored={statement.explanation}
      isBusy={isPending}
      onSend={(explanation) => change(statement, { explanation })}
      {...frame}
    />
  ))
  return (
    <div className="tie-statement">
      {importId === undefined ? null : (
        <div className="tie-out-head">
          <dl className="tie-facts">
            <Fact name={t('Statement number')}>{statement.number}</Fact>
            <Fact name={t('Statement date')}>{dateText(statement.statement_date)}</Fact>
            <Fact name={t('Statement total')}>{money(statement.total)}</Fact>
            <Fact name={t('Total of its files')}>{money(statement.files_total)}</Fact>
            <Fact name={t('Difference')}>{money(statement.difference)}</Fact>
          </dl>
          <TieStatusBadge status={statement.status} />
        </div>
      )}
      {statement.note ? <p className="tie-out-note">{statement.note}</p> : null}
      {statement.explanation === null ? null : (
        <p className="tie-out-note">
          <strong>{t('Explanation of {amount}:', { amount: money(statement.explained_difference ?? 0) })}</strong>{' '}
          {statement.explanation}{' '}
          <span className="tie-out-by">
            {[statement.explained_by, instantText(statement.explained_at)].filter(Boolean).join(' · ')}
          </span>
        </p>
      )}
      <StatementFiles statement={statement} importId={importId} />
      <div className="tie-statement-actions">
        <Button variant="default" size="xs" onClick={() => editing.ask({ at: Date.now() })}>
          {t('Edit statement')}
        </Button>
        {statement.difference === 0 ? null : (
          <Button variant="default" size="xs" onClick={() => explaining.ask({ at: Date.now() })}>
            {t('Explain the difference')}
          </Button>
        )}
        {children}
      </div>
      {editing.dialog}
      {explaining.dialog}
    </div>
  )
}

function StatementFiles({ statement, importId }: { statement: ProviderStatement; importId: number | undefined }) {
  const { t, language } = useTranslation()
  const money = (amount: number) => (amount === 0 ? '' : moneyText(amount, language, statement.currency))
  if (statement.imports.length === 0) return <p className="tie-out-note">{t('No import is on this statement yet.')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="import-scroll" aria-label={t('Imports')} tabIndex={0}>
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{t('File')}</th>
            <th scope="col" data-align="end">
              {t('Amount')}
            </th>
            <th scope="col" data-align="end">
              {t('Counted with another file')}
            </th>
            <th scope="col" data-align="end">
              {t('Quarantined at import')}
            </th>
            <th scope="col" data-align="end">
              {t('Rejected', { context: 'imports' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.imports.map((one) => (
            <tr key={one.import_id}>
              <td className="import-value">
                {one.import_id === importId ? (
                  <strong>{one.file_name}</strong>
                ) : (
                  <PageLink to={`${importsPath}/${one.import_id}/view` as string}>{one.file_name}</PageLink>
                )}
              </td>
              <td data-align="end">{moneyText(one.amount, language, statement.currency)}</td>
              <td data-align="end">{money(-one.repeated)}</td>
              <td data-align="end">{money(one.quarantined)}</td>
              <td data-align="end">{money(one.rejected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
