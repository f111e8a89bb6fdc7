import '../ui/record/record.css'
import { Button } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'
import type { Allocations } from './allocation-form.ts'

/** Goes back to oldest first after amounts were typed. */
export function ProposeAgain({ allocations }: { allocations: Allocations }) {
  const { t } = useTranslation()
  if (allocations.isProposed) return <span className="record-note">{t('Proposed: oldest first')}</span>
  return (
    <Button size="compact-xs" variant="default" onClick={allocations.propose}>
      {t('Propose oldest first')}
    </Button>
  )
}
