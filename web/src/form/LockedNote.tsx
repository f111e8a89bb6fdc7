import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** On top of a read-only form: why the record cannot be changed (LIT-4). */
export function LockedNote({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Alert className="form-alert" color="gray" role="note" icon={<IconLock size={16} aria-hidden />}>
      {sentence(t, reason)}
    </Alert>
  )
}
