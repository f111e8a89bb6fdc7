import {
  type CompanyKind,
  grantsOf,
  type Level,
  levels,
  type Module,
  type ModuleLevels,
  modules,
  type Role,
  roles,
  type Screen,
  screenNames,
} from '@portal/contract/permissions.ts'
import type { User } from '@portal/contract/users/users.ts'
import { levelWords } from '@portal/contract/users/users-words.data.ts'
import type { Values } from '../form/record-form.ts'

export const wizardSteps = [
  { name: 'Profile', label: "User's Personal Information" },
  { name: 'Permission', label: 'User Permission' },
  { name: 'Submission', label: 'Review & Submit' },
] as const

export const levelOptions = Object.values(levels).map((level) => ({ value: String(level), label: levelWords[level] }))

/** Dropdowns hold text, so levels are converted both ways. The service accepts both. */
const inText = (numbers: Record<Module, Level>): Values =>
  Object.fromEntries(modules.map((module) => [module, String(numbers[module])]))
const noLevels = Object.fromEntries(modules.map((module) => [module, levels.none])) as Record<Module, Level>

export const blankUser = (company: number | null): Values => ({
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  verify_password: '',
  invite: false,
  renew_at_sign_in: false,
  role: String(roles.user),
  company: company === null ? null : String(company),
  country: null,
  province: null,
  city: null,
  isUserEligibleForAccountSwitch: false,
  is_active: true,
  ...inText(noLevels),
})
export const valuesOfUser = (user: User): Values => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone ?? '',
  password: '',
  verify_password: '',
  role: String(user.role),
  company: String(user.company),
  country: user.country,
  province: user.province,
  city: user.city,
  isUserEligibleForAccountSwitch: user.isUserEligibleForAccountSwitch,
  is_active: user.is_active,
  renew_at_sign_in: user.renew_at_sign_in,
  version: user.version,
  ...inText(user),
})

/** An Admin has all permissions. A user who is no longer Admin starts with none. */
export const levelsForRole = (role: string | null): string =>
  String(role === String(roles.admin) ? levels.full : levels.none)

/** The wizard step of a field, counted from 0. */
export const stepOf = (name: string): 0 | 1 => ((modules as readonly string[]).includes(name) ? 1 : 0)

/** The screens that the form's levels open, by the table that the server enforces (PERM-6). */
export function grantsOfValues(values: Values, kind: CompanyKind) {
  const held: ModuleLevels = Object.fromEntries(modules.map((module) => [module, Number(values[module]) as Level]))
  return grantsOf({ role: Number(values.role) as Role, levels: held, kind })
}

/** The screens that a module opens at its level, or would open with Access. Money codes have none yet (PERM-6). */
export function screensOfModule(module: Module, level: unknown, kind: CompanyKind): Screen[] {
  const asked = Number(level) === levels.none ? levels.access : (Number(level) as Level)
  const grants = grantsOf({ role: roles.user, levels: { [module]: asked }, kind })
  return screenNames.filter((screen) => screen !== 'companies' && grants[screen].read)
}
export const isMoneyCode = (module: Module): boolean => module.endsWith('_money_codes')

/** Sends no password for an invited user, who chooses it. */
export const userBodyOf = (values: Values): Values =>
  values.invite ? { ...values, password: null, verify_password: null, renew_at_sign_in: false } : values
