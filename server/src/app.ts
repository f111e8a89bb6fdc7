import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { serviceKeyRoutes } from './api-keys/api-keys.routes.ts'
import { cardUsageRoutes } from './balances/card-usage.routes.ts'
import { bankFileRoutes } from './bank-files/bank-files.routes.ts'
import { billingRunRoutes } from './billing/billing-runs.routes.ts'
import { draftRoutes } from './billing/drafts.routes.ts'
import { productCodeRoutes } from './booking/product-codes.routes.ts'
import { providerStatementRoutes } from './booking/tie-out/statements.routes.ts'
import { transactionImportWork } from './booking/transaction-imports.actions.ts'
import { transactionImportRoutes } from './booking/transaction-imports.routes.ts'
import { booksRoutes } from './books/books.routes.ts'
import { budgetRoutes } from './budgets/budgets.routes.ts'
import { cardBulkRoutes } from './cards/card-bulk.routes.ts'
import { cardFileRoutes } from './cards/card-files.routes.ts'
import { cardHistoryRoutes } from './cards/card-history.routes.ts'
import { cardRoutes } from './cards/cards.routes.ts'
import { cardLimitRoutes } from './cards/limits/card-limits.routes.ts'
import { cardImportRoutes, cardImportWork } from './cards/sheets/card-imports.routes.ts'
import { cardTemplateRoutes } from './cards/templates/card-templates.routes.ts'
import { claimRoutes } from './claims/claims.routes.ts'
import { companyRoutes } from './companies/companies.routes.ts'
import { creditNoteDocumentRoutes } from './credit-notes/credit-note-documents.routes.ts'
import { creditNoteRoutes } from './credit-notes/credit-notes.routes.ts'
import { customerExportRoutes } from './customer-export/customer-export.routes.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { registrationRoutes } from './customers/registration.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import type { Database } from './db/connect.ts'
import { noReplica, type Replica } from './db/replica/replica.ts'
import { documentationRoutes } from './documentation/documentation.routes.ts'
import { exceptionRoutes } from './exceptions/exceptions.routes.ts'
import { exceptionThresholdRoutes } from './exceptions/thresholds.routes.ts'
import { exchangeRateRoutes } from './exchange-rates/exchange-rates.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { helpRoutes } from './help/help.routes.ts'
import { iftaRoutes } from './ifta/ifta.routes.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { invoiceDocumentRoutes } from './invoices/invoice-documents.routes.ts'
import { invoiceMailRoutes } from './invoices/invoice-mail.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { journalRoutes } from './journal/journal.routes.ts'
import { logRoutes } from './logs/logs.routes.ts'
import { locationRoutes } from './lookups/locations.routes.ts'
import { lookupRoutes } from './lookups/lookups.routes.ts'
import { marginRoutes } from './margins/margins.routes.ts'
import { markupRoutes } from './markups/markups.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import { outboxRoutes } from './outbox/outbox.routes.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { keyCallsOf } from './platform/access/key-calls.ts'
import { compressAnswers } from './platform/http/compression.ts'
import type { Services } from './platform/http/context.ts'
import { handleErrors, refuse } from './platform/http/errors.ts'
import { addSecurityHeaders } from './platform/http/headers.ts'
import { serveHealth } from './platform/http/health.ts'
import { servePages } from './platform/http/pages.ts'
import { serveSecurityText } from './platform/http/security-text.ts'
import { dropUnreadBodies } from './platform/http/unread-bodies.ts'
import { measureRequests } from './platform/jobs/metrics.ts'
import { type Outbound, openOutbound } from './platform/outbound/post.ts'
import type { Storage } from './platform/storage/storage.ts'
import { cardMoveRoutes } from './pricing/card-moves.routes.ts'
import { markupPreviewRoutes } from './pricing/markup-preview.routes.ts'
import { rateImportWork } from './pricing/rate-repricing.actions.ts'
import { taxRateRoutes } from './pricing/taxes/tax-rates.routes.ts'
import type { Config } from './process/config.ts'
import { logOfRequest, logRequests, requestLog } from './process/logging.ts'
import { openPlaces } from './process/places.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { dailyRateRoutes } from './rates/daily-rates.routes.ts'
import { receiptRoutes } from './receipts/receipts.routes.ts'
import { receivableRoutes } from './receivables/receivables.routes.ts'
import { reminderRoutes } from './reminders/reminders.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { secondFactorRoutes } from './sessions/factors/second-factor.routes.ts'
import { ownSessionRoutes } from './sessions/own-sessions.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { switchingRoutes } from './sessions/switching.routes.ts'
import { smartBuyRoutes } from './smart-buy/smart-buy.routes.ts'
import { todoRoutes } from './todo/todo.routes.ts'
import { manualTransactionRoutes } from './transactions/manual/manual-transactions.routes.ts'
import { transactionFileRoutes } from './transactions/transaction-files.routes.ts'
import { transactionRoutes } from './transactions/transactions.routes.ts'
import { unitRoutes } from './units/units.routes.ts'
import { upkeepRoutes } from './units/upkeep/upkeep.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import { verifyRoutes } from './verify/verify.routes.ts'
import { viewRoutes } from './views/views.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import { writeOffRoutes } from './write-offs/write-offs.routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    setReady(ready: boolean): void
  }
}

export type Collaborators = {
  database: Database
  replica?: Replica
  config: Pick<
    Config,
    | 'brands'
    | 'trustProxy'
    | 'logLevel'
    | 'dataDir'
    | 'database'
    | 'demo'
    | 'keyRateLimit'
    | 'webhooks'
    | 'securityContact'
    | 'passwordMinLength'
    | 'secondFactor'
    | 'geoipFile'
  >
  storage: Storage
  webRoot: string
  outbound?: Outbound
  clock?: () => Date
  patienceMs?: number
  checkReplies?: boolean
}

/** A number counts the proxies in front of the portal, nearest first. */
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false)

/** What every process has: one error format, security headers, metrics and the two health checks. */
function buildBase({
  database,
  replica = noReplica,
  config,
  storage,
  outbound = openOutbound(config.webhooks.allowsPrivate),
  clock = () => new Date(),
  patienceMs = 1800,
  checkReplies = false,
}: Omit<Collaborators, 'webRoot'>): FastifyInstance {
  const app = Fastify({
    logger: requestLog(config.logLevel),
    // One log line per request, at its end, instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit: 256 * 1024,
    // A file of 50 MB takes long over a slow connection.
    requestTimeout: 300_000,
    childLoggerFactory: logOfRequest,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A stopping process still answers what comes on an open connection, which it then closes (C5).
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  })
  // Fastify would also parse plain text, and the string would be rejected for its shape instead of its type (API-2).
  app.removeContentTypeParser('text/plain')
  app.decorate('services', {
    database,
    replica,
    clock,
    patienceMs,
    checkReplies,
    storage,
    keyCalls: keyCallsOf(config.keyRateLimit),
    brands: config.brands,
    secondFactor: config.secondFactor,
    placeOf: openPlaces(config.geoipFile),
    outbound,
    passwordMinLength: config.passwordMinLength,
    installation: {
      dataDir: config.dataDir,
      databaseKind: config.database.kind,
      hasOwnGate: database.hasOwnGate,
      isDemo: config.demo,
    },
  })
  dropUnreadBodies(app)
  addSecurityHeaders(app)
  compressAnswers(app)
  measureRequests(app)
  logRequests(app)
  handleErrors(app)
  serveHealth(app)
  return app
}

/** A worker serves no requests, but its monitoring needs the same two health checks. */
export const buildWorkerApp = (collaborators: Omit<Collaborators, 'webRoot'>): FastifyInstance =>
  buildBase(collaborators)

/** How each kind of import processes its rows. */
export const importWorks = { cards: cardImportWork, rates: rateImportWork, transactions: transactionImportWork }

const features: readonly ((app: FastifyInstance) => void)[] = [
  locationRoutes,
  lookupRoutes,
  sessionRoutes,
  secondFactorRoutes,
  ownSessionRoutes,
  switchingRoutes,
  userRoutes,
  profileRoutes,
  viewRoutes,
  fileRoutes,
  companyRoutes,
  customerRoutes,
  customerExportRoutes,
  registrationRoutes,
  outboxRoutes,
  notificationRoutes,
  (app) => importRoutes(app, importWorks),
  cardRoutes,
  cardImportRoutes,
  markupRoutes,
  taxRateRoutes,
  dailyRateRoutes,
  transactionRoutes,
  manualTransactionRoutes,
  markupPreviewRoutes,
  cardMoveRoutes,
  unitRoutes,
  upkeepRoutes,
  smartBuyRoutes,
  exceptionRoutes,
  exceptionThresholdRoutes,
  exchangeRateRoutes,
  transactionFileRoutes,
  transactionImportRoutes,
  productCodeRoutes,
  providerStatementRoutes,
  draftRoutes,
  billingRunRoutes,
  invoiceRoutes,
  receiptRoutes,
  creditNoteRoutes,
  creditNoteDocumentRoutes,
  writeOffRoutes,
  receivableRoutes,
  bankFileRoutes,
  booksRoutes,
  reminderRoutes,
  paymentRoutes,
  accountRoutes,
  invoiceDocumentRoutes,
  invoiceMailRoutes,
  cardFileRoutes,
  cardHistoryRoutes,
  cardUsageRoutes,
  cardLimitRoutes,
  cardTemplateRoutes,
  cardBulkRoutes,
  marginRoutes,
  iftaRoutes,
  reportRoutes,
  budgetRoutes,
  claimRoutes,
  journalRoutes,
  dashboardRoutes,
  todoRoutes,
  searchRoutes,
  helpRoutes,
  logRoutes,
  serviceKeyRoutes,
  operationsRoutes,
  webhookRoutes,
  verifyRoutes,
  documentationRoutes,
]

/** The whole service, ready to listen or to be called in a test. */
export async function buildApp(collaborators: Collaborators): Promise<FastifyInstance> {
  const app = buildBase(collaborators)
  for (const routes of features) routes(app)
  serveSecurityText(app, collaborators.config.securityContact, collaborators.config.brands)
  await servePages(app, collaborators.webRoot)
  return app
}
