import { Button } from '@mantine/core'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { IconEyeExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../list/use-list.ts'

const openOnly = 'review:open'

/**
 * Switches between transactions to review and all. On a phone the toolbar appears only for selected rows, so there it
 * is above the list.
 */
export function ReviewToggle({ className }: { className: 'on-phone' | 'off-phone' }) {
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
      onClick={() =>
        change(({ filter }) => ({
          filter: isReviewing ? filter.filter((term) => term !== openOnly) : [...filter, openOnly],
        }))
      }
    >
      {t('To review')}
    </Button>
  )
}
