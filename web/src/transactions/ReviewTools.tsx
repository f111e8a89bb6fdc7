import { Button } from '@mantine/core'
import { nothingToAccept, transactions } from '@portal/contract/transactions.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'
import { ReviewToggle } from './ReviewToggle.tsx'

/** The way to what is to be looked at, and the word that it was: for the ticked ones, or for all that the list shows (domain, 'The billed price'). */
export function ReviewTools({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const accept = useAction(transactions.accept)
  const acceptChosen = () => {
    if (selection.count === 0) return notify.warning(t(nothingToAccept))
    const body = selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] }
    accept.mutate({ body }, { onSuccess: selection.clear })
  }
  return (
    <>
      <ReviewToggle className="off-phone" />
      <Button size="xs" variant="default" leftSection={<IconCircleCheck size={16} aria-hidden />} loading={accept.isPending} onClick={acceptChosen}>
        {t('Accept')}
      </Button>
    </>
  )
}
