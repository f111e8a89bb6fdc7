/** Every refusal the service can give: its code, its HTTP status and the sentence a person reads (API-2). */
export const errorCatalogue = {
  'request.invalid': { status: 400, message: 'Some fields need attention.' },
  'request.malformed': { status: 400, message: 'The request could not be read. Check that the body is valid JSON.' },
  'request.too-large': { status: 413, message: 'The request is larger than this call accepts.' },
  'request.media-type': { status: 415, message: 'This call does not accept that content type.' },
  'request.cross-site': { status: 403, message: 'This call must come from the portal itself.' },
  'list.too-long': {
    status: 400,
    message: 'The list is too long to fetch unpaged. Narrow it with a filter, or page through it.',
  },
  'list.sort-needs-filter': { status: 400, message: 'Filter by company or date first to sort by this column.' },
  'auth.required': { status: 401, message: 'Please sign in.' },
  'auth.invalid-credential': { status: 401, message: 'Invalid Credential Please try again.' },
  'auth.waiting': {
    status: 401,
    message: 'Your registration waits for approval. You will get an e-mail when you can sign in.',
  },
  'auth.throttled': { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  'auth.reset-invalid': {
    status: 409,
    message: 'This link has expired or was already used. Please ask for a new one.',
  },
  'auth.not-eligible': { status: 403, message: 'You are not eligible to switch accounts.' },
  'auth.already-switched': { status: 409, message: 'Switch back before you switch to another account.' },
  'auth.not-switched': { status: 409, message: 'You are not in a switched account.' },
  'auth.forbidden': { status: 403, message: "You don't have permission to do this, contact your administrator." },
  'record.not-found': { status: 404, message: 'This record does not exist, or you cannot see it.' },
  'record.stale': {
    status: 409,
    message: 'Somebody else changed this record while you were editing. Reload it to see the current values.',
  },
  'record.field-locked': { status: 409, message: 'Some of the changed fields cannot be changed.' },
  'record.conflict': { status: 409, message: 'The change conflicts with another record.' },
  'path.not-found': { status: 404, message: 'There is nothing at this address.' },
  'idempotency.mismatch': { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  'card.number-taken': { status: 409, message: 'A card with this number already exists.' },
  'card.closed': { status: 409, message: 'A closed card cannot be changed.' },
  'card.has-transactions': {
    status: 409,
    message: 'This card has transactions, so it cannot be deleted. Close it instead.',
  },
  'card.held-by-rule': { status: 409, message: 'Your provider holds this card until the account is in order.' },
  'payment.exceeds-due': { status: 409, message: 'Amount paid cannot exceed amount due.' },
  'payment.stale-due': {
    status: 409,
    message: 'The amount due has changed meanwhile. Look at it again before you save.',
  },
  'payment.currency': { status: 409, message: 'An invoice is paid in its own currency.' },
  'payment.too-early': { status: 400, message: 'The payment date lies more than a year before the invoice.' },
  'payment.future': { status: 400, message: 'The payment date lies in the future.' },
  'payment.other-company': { status: 400, message: 'This invoice is of another company.' },
  'payment.invoice-draft': { status: 409, message: 'A Draft cannot be paid. Send the invoice first.' },
  'payment.invoice-paid': { status: 409, message: 'This invoice is fully paid.' },
  'payment.invoice-void': { status: 409, message: 'A void invoice cannot be paid.' },
  'payment.reversed': { status: 409, message: 'This payment was reversed already.' },
  'payment.is-reversal': { status: 409, message: 'A reversal cannot be reversed. Register the payment again.' },
  'transaction.invoiced': {
    status: 409,
    message: 'This transaction is invoiced and cannot be changed. Correct it by a credit and a new transaction.',
  },
  'transaction.duplicate': { status: 409, message: 'This purchase is booked already.' },
  'transaction.reversed': { status: 409, message: 'Another transaction reverses this one. Delete that one first.' },
  'transaction.nothing-to-accept': { status: 409, message: 'None of these transactions waits to be accepted.' },
  'transaction.nothing-to-unaccept': { status: 409, message: 'None of these transactions is accepted.' },
  'import.refused': { status: 400, message: 'This file cannot be imported.' },
  'import.not-ready': { status: 409, message: 'This import is not waiting for a decision.' },
  'import.not-removable': { status: 409, message: 'What was imported stays on record.' },
  'import.booking': { status: 409, message: 'An import is being booked. Try again when it is done.' },
  'prices.changing': {
    status: 409,
    message: 'Somebody else is changing markups or purchases at this moment. Try again in a few seconds.',
  },
  'import.already-done': { status: 409, message: 'This file was imported before, and all of it came in.' },
  'quarantine.released': { status: 409, message: 'This stop was released already.' },
  'quarantine.set-aside': { status: 409, message: 'This stop was set aside. Put it back first.' },
  'quarantine.waiting': { status: 409, message: 'This stop waits already.' },
  'quarantine.not-ready': { status: 409, message: 'The card of this stop is not in order yet.' },
  'markup.overlap': {
    status: 409,
    message: 'Another active markup of this company and provider covers some of these days.',
  },
  'markup.inactive': { status: 409, message: 'Only an active markup can be followed by another one.' },
  'billing.nothing': { status: 409, message: 'There is nothing to bill up to that day.' },
  'draft.not-billable': { status: 409, message: 'Some of these transactions cannot be billed.' },
  'tax-rate.overlap': { status: 409, message: 'On some of these days another rate of this tax holds.' },
  'company.not-waiting': { status: 409, message: 'This company does not wait for approval any more.' },
  'mail.not-resendable': {
    status: 409,
    message: 'Only mail that failed or was kept, and is still valid, can be sent again.',
  },
  'invoice.void': { status: 409, message: 'This invoice is void.' },
  'profile.switched': { status: 409, message: 'Switch back to your own account to change your profile.' },
  'profile.email-taken': { status: 409, message: 'This e-mail cannot be used.' },
  'user.email-taken': { status: 409, message: 'This e-mail cannot be used.' },
  'user.may-more': {
    status: 403,
    message: 'This person may do more than you. Somebody who may do as much has to do this.',
  },
  'user.last-admin': {
    status: 409,
    message: 'This is the last active Admin of the company. Make somebody else an Admin first.',
  },
  'user.own': { status: 409, message: 'You cannot delete your own account.' },
  'file.too-large': { status: 413, message: 'This file is too large.' },
  'file.not-picture': { status: 415, message: 'Choose a PNG, JPEG or WebP picture.' },
  'file.bad-picture': { status: 400, message: 'This picture cannot be read: it is damaged or has too many pixels.' },
  'file.damaged': { status: 400, message: 'This file is damaged. Get a new copy of it and try again.' },
  'file.too-many': { status: 409, message: 'There are 50 files here already. Delete one first.' },
  'file.no-room': { status: 507, message: 'There is no room left to keep this file. Please tell your administrator.' },
  'service.unavailable': {
    status: 503,
    message: 'The service is not available right now. Please try again in a moment.',
  },
  'service.unexpected': { status: 500, message: 'Something went wrong on our side. It has been recorded.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue
export type FieldErrors = Record<string, string>
/** What was wrong with a file, row by row, as its import's record tells it (RATE-3). */
export type FileReport = {
  import_id: number
  errors_total: number
  errors: { row: number; column: string | null; value: string | null; reason: string }[]
}
export type ErrorBody = {
  error: { code: ErrorCode; message: string; fields?: FieldErrors; requestId: string }
} & Partial<FileReport>

/**
 * The one error class of the product: the server throws it, the handler prints it, the web's `call` throws it again.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly report: FileReport | undefined

  constructor(
    code: ErrorCode,
    fields?: FieldErrors,
    more: { requestId?: string; retryAfterSeconds?: number; message?: string; report?: FileReport | undefined } = {},
  ) {
    super(more.message ?? errorCatalogue[code].message)
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.fields = fields
    this.requestId = more.requestId
    this.retryAfterSeconds = more.retryAfterSeconds
    this.report = more.report
  }
}
