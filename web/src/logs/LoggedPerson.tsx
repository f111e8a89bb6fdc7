import type { LogRow } from '@portal/contract/logs/logs.ts'
import { IconKey } from '@tabler/icons-react'
import { userLink } from '../list/columns/record-links.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const { cell } = userLink()

/** The user, and the API key that a program of theirs called with (INTEG-1). */
export function LoggedPerson({ email, row }: { email: string | null; row: LogRow }) {
  const { t } = useTranslation()
  return (
    <>
      {cell(email, row)}
      {row.service_key_name === null ? null : (
        <span className="log-key" title={t('API key')}>
          <IconKey size={14} aria-hidden />
          <span className="sr-only">{t('API key')} </span>
          {row.service_key_name}
        </span>
      )}
    </>
  )
}
