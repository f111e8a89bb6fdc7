import { can, mayCall } from '@portal/contract/permissions.ts'
import { accountsRoutes } from '../accounts/accounts.routes.tsx'
import type { FeatureRoute } from '../api/route.ts'
import type { Session } from '../api/session.ts'
import { serviceKeysRoutes } from '../api-keys/api-keys.routes.tsx'
import { bankFilesRoutes } from '../bank-files/bank-files.routes.tsx'
import { billingRoutes } from '../billing/billing.routes.tsx'
import { productCodesRoutes } from '../booking/product-codes.routes.tsx'
import { providerStatementsRoutes } from '../booking/provider-statements.routes.tsx'
import { quarantineRoutes } from '../booking/quarantine.routes.tsx'
import { booksRoutes } from '../books/books.routes.tsx'
import { budgetsRoutes } from '../budgets/budgets.routes.tsx'
import { cardsRoutes } from '../cards/cards.routes.tsx'
import { claimsRoutes } from '../claims/claims.routes.tsx'
import { creditNotesRoutes } from '../credit-notes/credit-notes.routes.tsx'
import { customersRoutes } from '../customers/customers.routes.tsx'
import { dashboardRoutes } from '../dashboard/dashboard.routes.tsx'
import { exchangeRatesRoutes } from '../exchange-rates/exchange-rates.routes.tsx'
import { helpRoutes } from '../help/help.routes.tsx'
import { iftaRoutes } from '../ifta/ifta.routes.tsx'
import { importsRoutes } from '../imports/imports.routes.tsx'
import { invoicesRoutes } from '../invoices/invoices.routes.tsx'
import { journalRoutes } from '../journal/journal.routes.tsx'
import { logsRoutes } from '../logs/logs.routes.tsx'
import { marginsRoutes } from '../margins/margins.routes.tsx'
import { markupsRoutes } from '../markups/markups.routes.tsx'
import { notificationsRoutes } from '../notifications/notifications.routes.tsx'
import { operationsRoutes } from '../operations/operations.routes.tsx'
import { outboxRoutes } from '../outbox/outbox.routes.tsx'
import { paymentsRoutes } from '../payments/payments.routes.tsx'
import { profileRoutes } from '../profile/profile.routes.tsx'
import { dailyRatesRoutes } from '../rates/daily-rates.routes.tsx'
import { taxRatesRoutes } from '../rates/taxes/tax-rates.routes.tsx'
import { receiptsRoutes } from '../receipts/receipts.routes.tsx'
import { receivablesRoutes } from '../receivables/receivables.routes.tsx'
import { remindersRoutes } from '../reminders/reminders.routes.tsx'
import { reportsRoutes } from '../reports/reports.routes.tsx'
import { smartBuyRoutes } from '../smart-buy/smart-buy.routes.tsx'
import { exceptionsRoutes } from '../transactions/exceptions/exceptions.routes.tsx'
import { transactionsRoutes } from '../transactions/transactions.routes.tsx'
import { unitsRoutes } from '../units/units.routes.tsx'
import { usersRoutes } from '../users/users.routes.tsx'
import { webhooksRoutes } from '../webhooks/webhooks.routes.tsx'
import { writeOffsRoutes } from '../write-offs/write-offs.routes.tsx'
import { sectionRoutes } from './sections.tsx'

/** Every page that needs a session. */
export const pages: readonly FeatureRoute[] = [
  ...dashboardRoutes,
  ...cardsRoutes,
  ...customersRoutes,
  ...importsRoutes,
  ...helpRoutes,
  ...markupsRoutes,
  ...logsRoutes,
  ...serviceKeysRoutes,
  ...webhooksRoutes,
  ...outboxRoutes,
  ...operationsRoutes,
  ...notificationsRoutes,
  ...profileRoutes,
  ...taxRatesRoutes,
  ...productCodesRoutes,
  ...dailyRatesRoutes,
  ...exceptionsRoutes,
  ...transactionsRoutes,
  ...quarantineRoutes,
  ...providerStatementsRoutes,
  ...billingRoutes,
  ...paymentsRoutes,
  ...bankFilesRoutes,
  ...receiptsRoutes,
  ...creditNotesRoutes,
  ...writeOffsRoutes,
  ...booksRoutes,
  ...remindersRoutes,
  ...accountsRoutes,
  ...receivablesRoutes,
  ...invoicesRoutes,
  ...unitsRoutes,
  ...smartBuyRoutes,
  ...usersRoutes,
  ...reportsRoutes,
  ...marginsRoutes,
  ...claimsRoutes,
  ...iftaRoutes,
  ...budgetsRoutes,
  ...exchangeRatesRoutes,
  ...journalRoutes,
  ...sectionRoutes,
]

type Granted = Pick<Session, 'grants'> & {
  profile?: Pick<Session['profile'], 'is_provider_admin'>
  company?: Pick<Session['company'], 'kind'>
}
export const isAllowed = (
  { grants, profile, company }: Granted,
  { can: access, also, isForStaff, isForProviderAdmin }: FeatureRoute,
): boolean =>
  mayCall(grants, company?.kind ?? null, { can: access, isForStaff }) &&
  (also === undefined || can(grants, also)) &&
  (!isForProviderAdmin || profile?.is_provider_admin === true)

const patternOf = ({ path }: FeatureRoute) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`, 'i')
const patterns = pages.map((page) => [patternOf(page), page] as const)
const routeOf = (path: string): FeatureRoute | undefined =>
  pages.find((page) => page.path === path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1]

/** Whether there is such a page, and the user can open it. */
export function mayOpen(session: Granted, path: string): boolean {
  const route = routeOf(path)
  return route !== undefined && isAllowed(session, route)
}
/** For links: an address that is no page of a session is open to all. */
export const opensFor = (session: Granted) => (path: string) => routeOf(path) === undefined || mayOpen(session, path)
