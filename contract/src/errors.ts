import type { Message, MessageParts, PlainKey } from './message.ts'

/** Every error of the service by code, with its HTTP status (API-2). The code is the key of its message. */
export const errorStatuses = {
  'request.invalid': 400,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.media-type': 415,
  'request.cross-site': 403,
  'list.too-long': 400,
  'list.sort-needs-filter': 400,
  'list.page-too-far': 400,
  'list.search-too-short': 400,
  'changes.cursor-too-old': 410,
  'auth.required': 401,
  'auth.invalid-credential': 401,
  'auth.waiting': 401,
  'auth.throttled': 429,
  'auth.reset-invalid': 409,
  'auth.not-eligible': 403,
  'auth.already-switched': 409,
  'auth.not-switched': 409,
  'auth.forbidden': 403,
  'auth.password-due': 403,
  'auth.factor-due': 403,
  'auth.second-factor-needed': 403,
  'auth.challenge-over': 401,
  'auth.wrong-code': 401,
  'factor.none': 409,
  'factor.setup-over': 409,
  'factor.passkey-refused': 409,
  'factor.own': 409,
  'service-key.unknown': 401,
  'service-key.expired': 401,
  'service-key.revoked': 401,
  'service-key.suspended': 401,
  'service-key.people-only': 403,
  'service-key.not-maker': 403,
  'service-key.while-switched': 409,
  'service-key.ended': 409,
  'rate.limited': 429,
  'record.not-found': 404,
  'record.stale': 409,
  'record.field-locked': 409,
  'record.conflict': 409,
  'path.not-found': 404,
  'idempotency.mismatch': 409,
  'card.number-taken': 409,
  'card.closed': 409,
  'card.has-transactions': 409,
  'card.held-by-rule': 409,
  'card.preview-stale': 409,
  'card.limits-stale': 409,
  'card.undo-late': 409,
  'card.template-name-taken': 409,
  'service.plan-taken': 409,
  'service.decided': 409,
  'payment.exceeds-due': 409,
  'payment.stale-due': 409,
  'payment.currency': 409,
  'payment.too-early': 400,
  'write-off.exceeds-due': 409,
  'payment.future': 400,
  'payment.other-company': 400,
  'payment.invoice-draft': 409,
  'payment.invoice-paid': 409,
  'payment.invoice-void': 409,
  'payment.reversed': 409,
  'credit-note.undone': 409,
  'payment.is-reversal': 409,
  'receipt.possible-duplicate': 409,
  'receipt.over-allocated': 409,
  'receipt.nothing-left': 409,
  'receipt.reversed': 409,
  'receipt.is-reversal': 409,
  'receipt.refunded': 409,
  'books.closed': 409,
  'books.needs-admin': 403,
  'view.needs-admin': 403,
  'credit-note.line-credited': 409,
  'credit-note.exceeds-invoice': 409,
  'credit-note.invoice-draft': 409,
  'credit-note.invoice-void': 409,
  'credit-note.nothing-left': 409,
  'write-off.over-limit': 403,
  'billing.limits-admin': 403,
  'write-off.reversed': 409,
  'refund.exceeds': 409,
  'refund.reversed': 409,
  'bank.name-taken': 409,
  'bank-line.booked': 409,
  'bank-line.ignored': 409,
  'bank-line.money-out': 409,
  'bank-line.not-ignored': 409,
  'bank-line.other-amount': 409,
  'bank-line.receipt-taken': 409,
  'transaction.invoiced': 409,
  'transaction.duplicate': 409,
  'transaction.credited': 409,
  'transaction.nothing-to-accept': 409,
  'transaction.nothing-to-unaccept': 409,
  'transaction.second-person': 409,
  'transaction.credit-excess': 409,
  'exception.needs-update': 409,
  'exchange-rate.taken': 409,
  'import.refused': 400,
  'import.not-ready': 409,
  'import.not-removable': 409,
  'import.booking': 409,
  'prices.changing': 409,
  'import.already-done': 409,
  'import.nothing-to-explain': 409,
  'statement.number-taken': 409,
  'statement.tied-elsewhere': 409,
  'quarantine.released': 409,
  'quarantine.skipped': 409,
  'quarantine.waiting': 409,
  'quarantine.not-ready': 409,
  'ifta.changed-meanwhile': 409,
  'ifta.gone-meanwhile': 409,
  'report.too-long': 400,
  'report.not-done': 409,
  'report.takes-long': 409,
  'claim.none-open': 409,
  'claim.is-open': 409,
  'claim.not-sent': 409,
  'claim.is-credited': 409,
  'journal.unmapped': 409,
  'journal.not-held': 409,
  'journal.nothing': 409,
  'journal.busy': 409,
  'journal.unsound': 409,
  'journal.withdrawn': 409,
  'journal.file-lost': 500,
  'markup.overlap': 409,
  'markup.inactive': 409,
  'billing.nothing': 409,
  'draft.not-billable': 409,
  'tax-rate.overlap': 409,
  'tax-rate.withdrawn': 409,
  'tax-rate.changed': 409,
  'company.not-waiting': 409,
  'mail.not-resendable': 409,
  'invoice.void': 409,
  'invoice.issued-too-early': 409,
  'document.missing': 500,
  'document.damaged': 500,
  'profile.switched': 409,
  'profile.email-taken': 409,
  'user.email-taken': 409,
  'user.may-more': 403,
  'user.last-admin': 409,
  'user.own': 409,
  'file.too-large': 413,
  'file.not-picture': 415,
  'file.bad-picture': 400,
  'file.damaged': 400,
  'file.not-taken': 415,
  'file.too-many': 409,
  'file.no-room': 507,
  'webhook.too-many': 409,
  'webhook.not-resendable': 409,
  'webhook.paused': 409,
  'service.unavailable': 503,
  'service.unexpected': 500,
} as const satisfies Partial<Record<PlainKey, number>>

export type ErrorCode = keyof typeof errorStatuses
export type FieldErrors = Record<string, Message>
/** The errors of a file by row, as listed on its import (RATE-3). */
export type FileReport = {
  import_id: number
  errors_total: number
  errors: { row: number; column: string | null; value: string | null; reason: string; message: MessageParts | null }[]
}
/** English sentences with their keys and parameters, so that a page can translate them (UX-5). */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    key: string
    params: MessageParts['params']
    fields?: Record<string, string>
    field_messages?: Record<string, MessageParts>
    requestId: string
  }
  /** The new preview, if what a change affects has changed since its preview (TAX-1). */
  preview?: unknown
} & Partial<FileReport>

type Further = {
  requestId?: string
  retryAfterSeconds?: number
  /** More specific than the code's own message. */
  message?: Message
  /** Field values in the reply that are not messages, such as another record's number. */
  facts?: Record<string, string>
  report?: FileReport | undefined
  preview?: unknown
}
/**
 * The only error class: the server throws it, the error handler serializes it, and the web's `call` rethrows it. Its
 * `message` is a key with parameters.
 */
export class AppError extends Error {
  declare readonly message: Message
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly facts: Record<string, string> | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly report: FileReport | undefined
  readonly preview: unknown

  constructor(code: ErrorCode, fields?: FieldErrors, more: Further = {}) {
    super(more.message ?? code)
    this.name = 'AppError'
    this.code = code
    this.status = errorStatuses[code]
    this.fields = fields
    this.facts = more.facts
    this.requestId = more.requestId
    this.retryAfterSeconds = more.retryAfterSeconds
    this.report = more.report
    this.preview = more.preview
  }
}
