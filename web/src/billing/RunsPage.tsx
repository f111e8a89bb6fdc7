import './billing.css'
import { Button } from '@mantine/core'
import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { ActiveRuns } from './ActiveRuns.tsx'
import { runsPath } from './billing.paths.ts'
import { periodText, runColumns } from './run-columns.tsx'

const NewRunDialog = lazily(() => import('./NewRunDialog.tsx'), 'NewRunDialog')

/** The runs that created invoices, with those in progress on top and a button for a new one (INV-11). */
export function RunsPage() {
  const { t } = useTranslation()
  const { ask, dialog } = useDialog<void>((_, frame) => <NewRunDialog {...frame} />)
  return (
    <ListPage
      title="Billing Runs"
      path={runsPath}
      endpoint={billingRuns.list}
      columns={runColumns}
      nameOf={periodText}
      empty={{ none: 'No Billing Run records to show', filtered: 'No Record found' }}
      get={billingRuns.get}
      intro={<ActiveRuns />}
      headActions={
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => ask()}>
          {t('New billing run')}
        </Button>
      }
    >
      {dialog}
    </ListPage>
  )
}
