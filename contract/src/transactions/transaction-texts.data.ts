/**
 * Maximum length of each text. The form rejects longer texts and the file reader cuts them, so that imported
 * transactions can always be edited (TXN-6, TXN-9).
 */
export const transactionTexts = {
  authentication_id: 60,
  site_number: 40,
  /** In a file: the site's name and city. */
  location: 200,
  site_name: 120,
  city: 60,
  driver_name: 120,
  vehicle: 60,
  odometer: 20,
  trip_number: 40,
  tran_no: 60,
  misc: 200,
  product_description: 200,
} as const
export type TransactionText = keyof typeof transactionTexts
