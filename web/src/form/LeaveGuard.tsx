import { useLeaveGuard } from './use-leave-guard.tsx'

export function LeaveGuard({ when }: { when: boolean }) {
  return useLeaveGuard(when).question
}
