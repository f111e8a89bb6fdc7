import type { ReactNode } from 'react'
import { useIsStaff } from '../api/session.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { company: number | null; onCompany: (id: number | undefined) => void; children: ReactNode }

/** What a page of Smart Buy is asked with. Staff choose the customer first. */
export function SmartBar({ company, onCompany, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="smart-bar">
      {useIsStaff() ? (
        <CompanySelect
          label={t('Customer')}
          placeholder={t('Choose a customer')}
          clearable
          value={company}
          onChange={(one) => onCompany(one?.id)}
        />
      ) : null}
      {children}
    </div>
  )
}
