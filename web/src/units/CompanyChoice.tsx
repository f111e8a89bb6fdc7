import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsStaff } from '../api/session.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'

/** The company in the address (`?company=12`); customers have their own, staff choose one. */
export function useChosenCompany(): { isStaff: boolean; company: number | null } {
  const { company } = useSearch({ strict: false }) as { company?: unknown }
  const isStaff = useIsStaff()
  return { isStaff, company: isStaff && Number(company) > 0 ? Number(company) : null }
}

type Props = { value: number | null; onChange: (company: { id: number; name: string } | null) => void }
export function CompanyChoice({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <CompanySelect
      value={value}
      onChange={onChange}
      aria-label={t('Customer')}
      placeholder={t('Choose a customer')}
      w={280}
      maw="100%"
    />
  )
}

/** For staff, on a page whose address holds the company. */
export function CompanyInAddress() {
  const { isStaff, company } = useChosenCompany()
  const navigate = useNavigate()
  if (!isStaff) return null
  return (
    <CompanyChoice
      value={company}
      onChange={(chosen) => navigate({ to: '.', search: (chosen ? { company: chosen.id } : {}) as never })}
    />
  )
}
