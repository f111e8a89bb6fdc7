import './customers.css'
import { todoFilters } from '@portal/contract/todo/todo.ts'
import { countOf, countText, useTodo } from '../todo/use-todo.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { companiesPath } from './customers.paths.ts'

/** Leads to the registrations that wait for a decision, wherever they are in the list (COMP-7). */
export function WaitingNote() {
  const { t } = useTranslation()
  const count = countOf(useTodo(), 'registrations')
  if (count === 0) return null
  return (
    <p className="customer-waiting">
      <PageLink to={companiesPath} search={{ filter: [...todoFilters.registrations] }}>
        {count === 1
          ? t('1 registration is waiting for approval')
          : t('{count} registrations are waiting for approval', { count: countText(count) })}
      </PageLink>
    </p>
  )
}
