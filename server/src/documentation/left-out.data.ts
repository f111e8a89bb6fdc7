/**
 * What the example of a whole body leaves out, by schema: fields that exclude each other, or that only some bodies
 * need. A test sends every example through its call's own rules.
 */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  BankLineConfirmPreviewInput: ['filter'],
  CardAssignInput: ['filter', 'preview_token'],
  CardAssignPreviewInput: ['filter'],
  CardExportInput: ['filter'],
  CardHoldInput: ['filter', 'undo_event'],
  CardLimitsInput: ['filter', 'preview_token'],
  CardLimitsPreviewInput: ['filter'],
  CardReleaseInput: ['filter', 'undo_event'],
  ChosenRecords: ['filter'],
  CreditNoteInput: ['amounts'],
  ExceptionThresholdInput: ['provider'],
  FuelCompanyRegisterInput: ['companyCode', 'businessType', 'subBusiness', 'planType', 'validTill'],
  InvoiceExportInput: ['filter'],
  RefundInput: ['credit_note_number'],
  SignUpInput: ['companyCode', 'businessType', 'subBusiness', 'planType', 'validTill'],
  TaxRateInput: ['region', 'token'],
  TransactionAcceptPreviewInput: ['filter'],
  TransactionLineInput: [
    'dtl_id',
    'dtl_odometer',
    'dtl_price_wo_tax',
    'dtl_stn_addr',
    'dtl_stn_no',
    'dtl_stn_prv',
    'header',
    'pct',
    'provincial_fuel_tax_rate',
    'total_amount',
  ],
  UserInput: ['password', 'verify_password'],
  VerifyInput: ['sha256'],
}
