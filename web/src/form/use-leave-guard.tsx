import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Asks before unsaved changes are left, by link, back button or closing the tab (FORM-1). */
export function useLeaveGuard(when: boolean): { isAsking: boolean; question: ReactNode } {
  const { t } = useTranslation()
  const armed = useRef(when)
  armed.current = when
  const shouldBlockFn = useCallback(() => armed.current, [])
  const enableBeforeUnload = useCallback(() => armed.current, [])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  const isAsking = blocker.status === 'blocked'
  const question = (
    <ConfirmDialog
      opened={isAsking}
      title={t('Are you sure want to leave ?')}
      text={t('There are some unsaved changes ?')}
      cancel="Stay"
      confirm="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
  return { isAsking, question }
}
