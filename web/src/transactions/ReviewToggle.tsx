import { Button } from '@mantine/core'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { IconEyeExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../list/use-list.ts'

const openOnly = 'review:open'

/**
 * The way to what is to be looked at, and back to everything. In the toolbar; on a phone, where that shows only for
 * what is ticked, above the list, since what to review must be found before anything is ticked.
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
