import type { CompanyKind } from '@portal/contract/permissions.ts'
import { type User, users } from '@portal/contract/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useSession } from '../api/session.ts'

export type UserCompany = {
  name: string | undefined
  kind: CompanyKind
  mayDecideSwitching: boolean
  lookup: { options: { key: string; value: string }[] | undefined; isFetching: boolean; isError: boolean }
}

/** The user's company: staff choose it for a new user, for all others it is fixed. */
export function useUserCompany(user: User | undefined, chosen: unknown): UserCompany {
  const { company } = useSession()
  const isChoosing = user === undefined && company.kind === 'provider'
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(users.companies),
    queryFn: ({ signal }) => call(users.companies, {}, { signal }),
    enabled: isChoosing,
    staleTime: 60_000,
  })
  const given = user ? { id: user.company, name: user.company_name, kind: user.company_kind } : company
  const offered = isChoosing ? data : [given]
  const current = offered?.find(({ id }) => String(id) === chosen)
  const kind = current?.kind ?? 'customer'
  return {
    name: current?.name,
    kind,
    mayDecideSwitching: company.kind === 'provider' && kind === 'provider',
    lookup: { options: offered?.map(({ id, name }) => ({ key: String(id), value: name })), isFetching, isError },
  }
}
