import { Button } from '@mantine/core'
import { nothingToAccept, type ReviewAct } from '@portal/contract/transactions/transactions.ts'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { Reviewing } from './use-reviewing.tsx'

type Props = { selection: Selection; reviewing: Reviewing }
/** Accepts or undoes the selected ones or all that the list shows (TXN-23). */
export function ReviewTools({ selection, reviewing }: Props) {
  const { t } = useTranslation()
  const decide = (act: ReviewAct) => {
    if (selection.count === 0)
      return notify.warning(
        act === 'accept' ? sentence(t, nothingToAccept) : t('Please select an accepted transaction.'),
      )
    reviewing.ask(
      act,
      selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] },
      selection.clear,
    )
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        disabled={reviewing.isBusy}
        onClick={() => decide('accept')}
      >
        {t('Accept')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        disabled={reviewing.isBusy}
        onClick={() => decide('unaccept')}
      >
        {t('Undo acceptance')}
      </Button>
    </>
  )
}
