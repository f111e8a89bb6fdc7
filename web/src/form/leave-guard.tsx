import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Guard = {
  isAsking: boolean
  question: ReactNode
  /** Leaves by other means than an address, such as closing a dialog: immediately, or after the question. */
  leaveBy: (leave: () => void) => void
}

/**
 * Asks before discarding unsaved changes by link, back button, closing the tab or closing a dialog (FORM-1, FORM-10).
 */
export function useLeaveGuard(when: boolean): Guard {
  const { t } = useTranslation()
  const armed = useRef(when)
  armed.current = when
  const shouldBlockFn = useCallback(() => armed.current, [])
  const enableBeforeUnload = useCallback(() => armed.current, [])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  // A save that succeeds while the question is open answers it: nothing is left to lose.
  useEffect(() => {
    if (!when) blocker.proceed?.()
  }, [when, blocker.proceed])
  const [pending, setPending] = useState<{ leave: () => void } | null>(null)
  const isAsking = blocker.status === 'blocked' || pending !== null
  const stay = () => {
    setPending(null)
    blocker.reset?.()
  }
  const leave = () => {
    blocker.proceed?.()
    if (!pending) return
    setPending(null)
    // Leaving may itself be a navigation, which the user has just confirmed.
    armed.current = false
    pending.leave()
  }
  const question = (
    <ConfirmDialog
      opened={isAsking}
      title={t('Are you sure want to leave ?')}
      text={t('There are some unsaved changes ?')}
      cancel="Stay"
      confirm="Leave"
      isSafer
      onCancel={stay}
      onConfirm={leave}
    />
  )
  return { isAsking, question, leaveBy: (leave) => (armed.current ? setPending({ leave }) : leave()) }
}

/** For a form page, which is only left by navigation. */
export function LeaveGuard({ when }: { when: boolean }) {
  return useLeaveGuard(when).question
}
