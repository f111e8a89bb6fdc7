import { Button } from '@mantine/core'
import { providerStatements } from '@portal/contract/booking/provider-statements.ts'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import type { TieOut } from '@portal/contract/imports/tie-out.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { StatementDetails } from './StatementDetails.tsx'
import { useSaveStatement } from './use-save-statement.ts'

const StatementDialog = lazily(() => import('./StatementDialog.tsx'), 'StatementDialog')
const ChooseStatement = lazily(() => import('./ChooseStatement.tsx'), 'ChooseStatement')

/** The provider's statement in each currency of the file (TXN-17). */
export function TiedStatements({ record, tieOut }: { record: ImportRecord; tieOut: TieOut }) {
  const { t } = useTranslation()
  const can = useCan()
  if (!can(providerStatements.list)) return null
  const currencies = [...new Set(tieOut.groups.map(({ currency }) => currency))].filter((one) => one !== null)
  return (
    <section className="tie-out" aria-labelledby="tie-statement">
      <h2 id="tie-statement">{t('Provider’s statement')}</h2>
      {currencies.map((currency) => {
        const tied = tieOut.statements.find((one) => one.currency === currency)
        return tied ? (
          <TiedStatement key={currency} id={tied.id} importId={record.id} />
        ) : (
          <NoStatement key={currency} record={record} currency={currency} />
        )
      })}
    </section>
  )
}

function TiedStatement({ id, importId }: { id: number; importId: number }) {
  const { t } = useTranslation()
  const { data: statement } = useQuery({
    queryKey: queryKeyOf(providerStatements.get, { id }),
    queryFn: ({ signal }) => call(providerStatements.get, { params: { id } }, { signal }),
  })
  const { change, isPending } = useSaveStatement()
  if (!statement) return null
  const others = statement.imports.map(({ import_id }) => import_id).filter((one) => one !== importId)
  return (
    <StatementDetails statement={statement} importId={importId}>
      <Button
        variant="default"
        size="xs"
        disabled={isPending}
        onClick={() => change(statement, { import_ids: others }).catch(() => {})}
      >
        {t('Remove this import')}
      </Button>
    </StatementDetails>
  )
}

function NoStatement({ record, currency }: { record: ImportRecord; currency: Currency }) {
  const { t } = useTranslation()
  const facts = { provider: record.provider ?? '', currency, importId: record.id }
  const adding = useDialog((asked: { at: number }, frame) => (
    <StatementDialog key={asked.at} stored={null} facts={facts} {...frame} />
  ))
  const choosing = useDialog((asked: { at: number }, frame) => (
    <ChooseStatement key={asked.at} facts={facts} {...frame} />
  ))
  return (
    <div className="tie-statement-none">
      <span>{t('{currency}: not on a statement yet.', { currency })}</span>
      <Button variant="default" size="xs" onClick={() => adding.ask({ at: Date.now() })}>
        {t('Enter statement')}
      </Button>
      <Button variant="default" size="xs" onClick={() => choosing.ask({ at: Date.now() })}>
        {t('Choose a statement')}
      </Button>
      {adding.dialog}
      {choosing.dialog}
    </div>
  )
}
