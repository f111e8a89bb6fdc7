import { useSearch } from '@tanstack/react-router'
import { useIsStaff } from '../api/session.ts'

/** The company in the address (`?company=12`); customers have their own, staff choose one. */
export function useChosenCompany(): { isStaff: boolean; company: number | null } {
  const { company } = useSearch({ strict: false }) as { company?: unknown }
  const isStaff = useIsStaff()
  return { isStaff, company: isStaff && Number(company) > 0 ? Number(company) : null }
}
