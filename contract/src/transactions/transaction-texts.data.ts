/**
 * How many characters each text of a transaction may have. The form refuses more and the reader of files cuts it off, so that
 * what a file brought can always be edited (TXN-6, TXN-9).
 */
export const transactionTexts = {
  authentication_id: 60,
  site_number: 40,
  /** Made of the site's name and its city, where it comes from a file. */
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
