import { Button } from '@mantine/core'
import { nothingToAccept, transactions } from '@portal/contract/transactions.ts'
import { IconCircleCheck, IconEyeExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { useListState } from '../list/use-list.ts'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'

const openOnly = 'review:open'

/** The way to what is to be looked at, and back to everything. */
function ReviewToggle({ className }: { className: string }) {
  const { t } = useTranslation()
  const { query, change } = useListState(transactions.list.list)
  const isReviewing = query.filter.includes(openOnly)
  return (
    <Button
      size="xs"
      className={className}
      variant={isReviewing ? 'light' : 'default'}
      aria-pressed={isReviewing}
      leftSection={<IconEyeExclamation size={16} aria-hidden />}
      onClick={() => change(({ filter }) => ({ filter: isReviewing ? filter.filter((term) => term !== openOnly) : [...filter, openOnly] }))}
    >
      {t('To review')}
    </Button>
  )
}
/** On a phone the toolbar shows only for what is ticked, and what to review must be found before that. */
export const ReviewOnPhone = () => <ReviewToggle className="on-phone" />

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
