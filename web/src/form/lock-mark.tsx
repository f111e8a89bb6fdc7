import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/words/sentence.ts'

/** Says on hover why a field cannot be changed; the field's description says it to screen readers. */
export function LockMark({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={sentence(t, reason)} withArrow>
      <IconLock size={15} stroke={1.6} aria-hidden />
    </Tooltip>
  )
}

/** The input's right end for a locked field, and nothing for a free one. */
export const lockMark = (reason: string | undefined) =>
  reason === undefined ? {} : { rightSection: <LockMark reason={reason} />, rightSectionPointerEvents: 'all' as const }
