import { AppError } from '@portal/contract/errors.ts'
import { type Role, roles } from '@portal/contract/permissions.ts'

export const mayShare = (role: Role): boolean => role === roles.admin

/** A view of the whole company is its Admins' to keep, change and delete; a user's own is the user's (decision 40). */
export function demandMayKeep(role: Role, ...wasOrBecomesShared: readonly boolean[]): void {
  if (wasOrBecomesShared.includes(true) && !mayShare(role)) throw new AppError('view.needs-admin')
}
