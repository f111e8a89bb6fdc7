import { french as accounts } from '../accounts/fr-CA.ts'
import { french as api } from '../api/fr-CA.ts'
import { french as attachments } from '../attachments/fr-CA.ts'
import { french as billing } from '../billing/fr-CA.ts'
import { french as booking } from '../booking/fr-CA.ts'
import { french as cards } from '../cards/fr-CA.ts'
import { french as customers } from '../customers/fr-CA.ts'
import { french as dashboard } from '../dashboard/fr-CA.ts'
import { french as form } from '../form/fr-CA.ts'
import { french as imports } from '../imports/fr-CA.ts'
import { french as invoices } from '../invoices/fr-CA.ts'
import { french as list } from '../list/fr-CA.ts'
import { french as logs } from '../logs/fr-CA.ts'
import { french as markups } from '../markups/fr-CA.ts'
import { french as outbox } from '../outbox/fr-CA.ts'
import { french as payments } from '../payments/fr-CA.ts'
import { french as pickers } from '../pickers/fr-CA.ts'
import { french as profile } from '../profile/fr-CA.ts'
import { french as rates } from '../rates/fr-CA.ts'
import { french as sessions } from '../sessions/fr-CA.ts'
import { french as transactions } from '../transactions/fr-CA.ts'
import { french as ui } from '../ui/fr-CA.ts'
import { french as users } from '../users/fr-CA.ts'
import { french as frame } from './fr-CA.ts'

/**
 * Canadian French by the English sentence; each folder holds the French of its own. A test reads the sources and fails
 * when a sentence is missing.
 */
export const catalogues = {
  accounts,
  api,
  attachments,
  billing,
  booking,
  cards,
  customers,
  dashboard,
  form,
  imports,
  invoices,
  list,
  logs,
  markups,
  outbox,
  payments,
  pickers,
  profile,
  rates,
  sessions,
  transactions,
  ui,
  users,
  frame,
} as const
export const french: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(catalogues))
