import './tie-out.css'
import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import type { TieOut } from '@portal/contract/imports/tie-out.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useDialog } from '../../ui/use-dialog.tsx'
import { instantText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { ControlTotals } from './ControlTotals.tsx'
import { ExplainDialog } from './ExplainDialog.tsx'
import { TiedStatements } from './TiedStatements.tsx'
import { TieOutLedger } from './TieOutLedger.tsx'
import { TieStatusBadge } from './TieStatusBadge.tsx'

type Props = { record: ImportRecord }

/** What the file says beside what became of it, and what does not tie (TXN-17). */
export function TieOutSection({ record }: Props) {
  const { t } = useTranslation()
  const { tie_out } = record
  if (!tie_out) return null
  return (
    <>
      <section className="tie-out" aria-labelledby="tie-out">
        <div className="tie-out-head">
          <h2 id="tie-out">{t('Tie-out')}</h2>
          {record.status === 'ready' ? null : <TieStatusBadge status={tie_out.status} />}
        </div>
        <div className="tie-out-groups">
          {tie_out.groups.map((group) => (
            <TieOutLedger key={`${group.currency} ${group.unit}`} group={group} record={record} />
          ))}
        </div>
        <ControlTotals tieOut={tie_out} />
        {tie_out.deleted_count > 0 ? (
          <p className="tie-out-note">
            {t('Transactions of this import deleted since: {count}.', { count: tie_out.deleted_count })}
          </p>
        ) : null}
        {record.status === 'done' ? <Explanation record={record} tieOut={tie_out} /> : null}
      </section>
      {record.status === 'done' ? <TiedStatements record={record} tieOut={tie_out} /> : null}
    </>
  )
}

/** For control totals and rejected rows, which stay as they are. */
function Explanation({ record, tieOut }: Props & { tieOut: TieOut }) {
  const { t } = useTranslation()
  const mayExplain = useCan()(imports.explain)
  const explain = useAction(imports.explain)
  const { ask, dialog } = useDialog((asked: { at: number }, frame) => (
    <ExplainDialog
      key={asked.at}
      stored={tieOut.explanation}
      isBusy={explain.isPending}
      onSend={(explanation) => explain.mutateAsync({ params: { id: record.id }, body: { explanation } })}
      {...frame}
    />
  ))
  const isAsked = tieOut.open.some((reason) => reason === 'control' || reason === 'rejected')
  if (!isAsked && tieOut.explanation === null) return null
  return (
    <div className="tie-out-explanation">
      {tieOut.explanation === null ? (
        <p>
          {tieOut.open.includes('control') ? t('The control total differs from its rows.') : null}{' '}
          {tieOut.open.includes('rejected') ? t('Rejected rows are not in the books.') : null}{' '}
          {t('Import a corrected file, or explain why.')}
        </p>
      ) : (
        <p>
          <strong>{t('Explanation')}</strong> {tieOut.explanation}{' '}
          <span className="tie-out-by">
            {[tieOut.explained_by, instantText(tieOut.explained_at)].filter(Boolean).join(' · ')}
          </span>
        </p>
      )}
      {mayExplain ? (
        <Button variant="default" size="xs" onClick={() => ask({ at: Date.now() })}>
          {t(tieOut.explanation === null ? 'Explain' : 'Change explanation')}
        </Button>
      ) : null}
      {dialog}
    </div>
  )
}
