import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsStaff } from '../api/session.ts'
import { EmptyListPage } from '../list/EmptyListPage.tsx'
import { CompanyChoice } from './CompanyChoice.tsx'

type Props = { title: string; none: string; children: (choice: ReactNode) => ReactNode }
/** A list of Truck Care. For staff it is empty until they choose a customer (LIT-11). */
export function ChosenList({ title, none, children }: Props) {
  const { filter } = useSearch({ strict: false }) as { filter?: string | string[] }
  const isStaff = useIsStaff()
  const navigate = useNavigate()
  if (!isStaff) return children(null)
  const isChosen = [filter ?? []].flat().some((term) => /^company_(id|name):/.test(term))
  const choice = (
    <CompanyChoice
      value={null}
      onChange={(company) =>
        navigate({ to: '.', search: (company ? { filter: `company_name:${company.name}` } : {}) as never })
      }
    />
  )
  if (isChosen) return children(choice)
  return (
    <EmptyListPage title={title} text={none}>
      {choice}
    </EmptyListPage>
  )
}
