import { Button } from '@mantine/core'
import { type Budget, budgets } from '@portal/contract/budgets/budgets.ts'
import { IconArrowLeft, IconPencil, IconPlus } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { reportPath } from '../reports/reports.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { monthText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { budgetColumns } from './budget-columns.ts'
import { budgetsPath } from './budgets.paths.ts'

const BudgetDialog = lazily(() => import('./BudgetDialog.tsx'), 'BudgetDialog')

const change = { label: 'Edit…', name: 'Edit {record}', icon: IconPencil, look: 'icon' } as const

/** What companies mean to spend in a month (REPT-2). */
export function BudgetsPage() {
  const { t, language } = useTranslation()
  const can = useCan()
  const { ask, dialog } = useDialog((budget: Budget | null, frame) => (
    <BudgetDialog key={budget ? `${budget.id} ${budget.version}` : 'new'} budget={budget} {...frame} />
  ))
  const actionsOn = (budget: Budget): RowAction[] =>
    can(budgets.save) ? [{ ...change, onSelect: () => ask(budget) }] : []
  const add = can(budgets.save) ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => ask(null)}>
      {t('Set a budget…')}
    </Button>
  ) : null
  return (
    <ListPage
      title="Budgets"
      path={budgetsPath}
      endpoint={budgets.list}
      columns={budgetColumns}
      nameOf={({ company_name, from_month }) => `${company_name} ${monthText(from_month.slice(0, 7), language)}`}
      empty={{ none: 'No budgets to show', filtered: 'No Record found' }}
      rowActions={actionsOn}
      remove={budgets.remove}
      removeNote="The budget before it applies again."
      headActions={
        <>
          <LinkButton to={reportPath('spend-against-budget')} icon={IconArrowLeft} label="Spend against budget" />
          {add}
        </>
      }
    >
      {dialog}
    </ListPage>
  )
}
