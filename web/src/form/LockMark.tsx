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
