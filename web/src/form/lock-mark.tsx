import { IconLock } from '@tabler/icons-react'
import { Hint } from '../ui/hint/Hint.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Explains a locked field on hover. For screen readers, the field's description does. */
export function LockMark({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Hint text={sentence(t, reason)}>
      <IconLock size={15} stroke={1.6} aria-hidden />
    </Hint>
  )
}

/** The right section of a locked input, or nothing. */
export const lockMark = (reason: string | undefined) =>
  reason === undefined ? {} : { rightSection: <LockMark reason={reason} />, rightSectionPointerEvents: 'all' as const }
