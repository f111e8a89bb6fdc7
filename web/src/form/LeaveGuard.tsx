import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Asks before unsaved changes are left, by link, back button or closing the tab (FORM-1). */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const armed = useRef(when)
  armed.current = when
  const shouldBlockFn = useCallback(() => armed.current, [])
  const enableBeforeUnload = useCallback(() => armed.current, [])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('Are you sure want to leave ?')}
      text={t('There are some unsaved changes ?')}
      cancel="Stay"
      confirm="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
