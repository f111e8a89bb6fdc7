import { receivables } from '@portal/contract/receivables/receivables.ts'
import { useSearch } from '@tanstack/react-router'
import { ListPage } from '../list/ListPage.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { AgedTotals } from './AgedTotals.tsx'
import { receivableColumns } from './receivable-columns.tsx'
import { receivablesPath } from './receivables.paths.ts'

/** What all customers owe as of a day, by age (RECV-7). */
export function ReceivablesPage() {
  const { t } = useTranslation()
  const { as_of } = useSearch({ strict: false }) as { as_of?: string }
  return (
    <ListPage
      title="Receivables"
      path={receivablesPath}
      endpoint={receivables.list}
      columns={receivableColumns(as_of)}
      nameOf={(row) => row.company_name}
      empty={{ none: 'No open amounts on this day', filtered: 'No Record found' }}
      intro={({ query, change, reply }) => (
        <>
          <div className="aged-bar">
            <LazyDateBox
              label={t('As of')}
              clearable={false}
              value={query.as_of ?? reply?.as_of ?? null}
              onChange={(day) => {
                if (day) change({ as_of: day })
              }}
            />
          </div>
          <AgedTotals totals={reply?.totals ?? []} />
        </>
      )}
    />
  )
}
