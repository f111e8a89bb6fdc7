import { useNavigate } from '@tanstack/react-router'
import { CompanyChoice } from './CompanyChoice.tsx'
import { useChosenCompany } from './use-chosen-company.ts'

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
