import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/words/sentence.ts'

/** On top of a read-only form: why the record cannot be changed (LIT-4). */
export function LockedNote({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Alert className="form-alert" color="gray" role="note" icon={<IconLock size={16} aria-hidden />}>
      {sentence(t, reason)}
    </Alert>
  )
}
