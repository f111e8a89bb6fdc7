import { bankLineStatusWords } from '@portal/contract/bank-files/bank-files-words.data.ts'
import { bankLineList } from '@portal/contract/bank-files/bank-lines.ts'
import { termOf, withTerm } from '../list/filters/filter-terms.ts'
import { useListState } from '../list/use-list.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const statuses: Readonly<Record<string, string>> = bankLineStatusWords

/** Above the list, also on a phone. It sets the column's own filter, so both always agree. */
export function StatusSelect() {
  const { t } = useTranslation()
  const { query, change } = useListState(bankLineList)
  const chosen = termOf(query.filter, 'status')?.query ?? ''
  return (
    <ChoiceBox
      size="xs"
      className="bank-status"
      label={t('Status')}
      placeholder={t('All lines')}
      data={Object.entries(statuses).map(([value, word]) => ({ value, label: t(word) }))}
      value={Object.hasOwn(statuses, chosen) ? chosen : null}
      onChange={(status) =>
        change(({ filter }) => ({ filter: withTerm(filter, 'status', bankLineList.filters.status, status ?? '') }))
      }
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
    />
  )
}
