import './invoice-status.css'
import { dateText } from './words/texts.ts'
import { useTranslation } from './words/translation.ts'

/** An overdue date is red, with the number of days (INV-16). */
export function DueDate({ due_date, overdue_days }: { due_date: string; overdue_days: number }) {
  const { t } = useTranslation()
  if (overdue_days === 0) return dateText(due_date)
  return (
    <span className="overdue">
      {dateText(due_date)}{' '}
      <span className="overdue-days">
        {overdue_days === 1 ? t('Overdue 1 day') : t('Overdue {count} days', { count: overdue_days })}
      </span>
    </span>
  )
}
