import { useSession } from '../api/session.ts'

/** Cost and margin are for the provider's staff, while they have not switched to a customer (COST-2). */
export const useIsStaff = (): boolean => useSession().company.kind === 'provider'
