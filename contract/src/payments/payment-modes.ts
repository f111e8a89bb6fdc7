/** Payment modes by stored code and displayed name (PAY-3). */
const paymentModes = { cheque: 'Cheque', cash: 'Cash', interac_debit_credit: 'Interac/debit/credit' } as const
type PaymentMode = keyof typeof paymentModes
export const paymentModeCodes = Object.keys(paymentModes) as PaymentMode[]
export const paymentModeList = paymentModeCodes.map((code) => ({ name: paymentModes[code], code }))

/** A receipt can also come through the bank (RECV-1). */
export const receiptModes = {
  ...paymentModes,
  eft: 'Electronic funds transfer (EFT)',
  pad: 'Pre-authorized debit (PAD)',
  wire: 'Wire transfer',
} as const
export type ReceiptMode = keyof typeof receiptModes
export const receiptModeCodes = Object.keys(receiptModes) as ReceiptMode[]
export const receiptModeList = receiptModeCodes.map((code) => ({ name: receiptModes[code], code }))
