import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toastTexts } from '../api/toasts.ts'

/** The texts of the two source documents. The toasts of each call: success, then failure. */
const toasts: { [id in keyof typeof toastTexts]?: readonly [string, string] } = {
  'cards.create': ['ManageCard Created Successfully', 'Error while Creating ManageCard'],
  'cards.update': ['ManageCard Updated Successfully', 'Error while updating ManageCard'],
  'cards.export': ['Cards Exported Successfully', 'Error while Exporting Card'],
  'cards.assign': ['Cards Assign Successfully', 'Error while Assign Card'],
  'transactions.create': ['Transaction Created Successfully', 'Error while Creating Transaction'],
  'transactions.update': ['Transaction Updated Successfully', 'Error while updating Transaction'],
  'users.create': ['User Created Successfully', 'Error while Creating User'],
  'users.update': ['User Updated Successfully', 'Error while updating User'],
  'fuelCompanies.register': ['Customer Company Created Successfully', 'Error while Creating Customer Company'],
  'drafts.create': ['Invoice Created Successfully', 'Error while Creating Invoice'],
  'invoices.update': ['Invoice Updated Successfully', 'Error while updating Invoice'],
  'payments.register': ['Invoice Payment Created Successfully', 'Error while creating Invoice Payment'],
  'invoices.email': ['Invoice emailed successfully!', 'Error while sending invoice email.'],
  'dailyRates.upload': ['Upload daily rates successfully!', 'Error while uploading daily rates.'],
  'customers.update': ['Customer Updated Successfully', 'Error while Updating Customer'],
  'markups.create': ['Customer Markup Created Successfully', 'Error while creating markup'],
  'markups.update': ['Customer Markup Updated Successfully', 'Error while updating markup'],
  'cards.remove': ['Operation completed Successfully!', 'Operation Failed!'],
}
/** Sentences of pages and messages, with `{…}` for a value. */
const sentences = [
  'Operating from switched account',
  'Switch back',
  'Switch Profile',
  "You don't have permission to access this page, contact your administrator.",
  'Showing record {first} to {last} of {totalRecords} records',
  'Record will be deleted forever. Do you wish to continue?',
  'Oops! Something broke, we are working on a fix.',
  'Are you sure want to leave ?',
  'There are some unsaved changes ?',
  'Stay',
  'Leave',
  'Please enter a valid email.',
  'Invalid Credential Please try again.',
  'Please select card to Assign',
  'Import ManageCard successfully!',
  'Error while Importing manageCard.',
  'Import transactions successfully!',
  'Error while Importing transactions.',
  'Error while performing operation. Please refresh your browser',
  'Error fetching customer data. Please refresh your browser.',
  'No Manage cards records to show',
  'No transaction records to show',
  'No User records to show',
  'No Manage cards found.',
  'No Transaction found.',
  'No User found.',
  'No Company found.',
  'No Record found',
  'No attachments to show',
  'No record found!',
  'Export selected invoices to a ZIP file',
  'Please select an invoice to export.',
  'Payment Offline',
  'Add Payment',
  'Last Updated at',
  'Billed Fuel Invoices',
  'Back to Invoices',
  'Back to Transactions',
  'View Transaction',
  'Add Customer Markup',
  'Update Customer Markup',
  'Company Name is required',
  'Fuel Company Provider is required',
  'Markup Value is required',
  'This is required field',
  'File is required',
  'This field is required.',
  'Amount paid cannot exceed amount due.',
  'Invalid email address',
  'Passwords do not match',
  'Invalid contact number',
  'Country is required',
  'State is required',
  'city is required',
  "User's Personal Information",
  'User Permission',
  'Review & Submit',
  'View Permission',
  'Permission',
  'Full Access',
  'No Access',
  'Access',
  'Company Created Successfully',
  'Error while Creating Company',
  'Invoice Download PDF Successfully',
  'Error while Downloading PDF Invoice',
  'Invoice Download CSV Successfully',
  'Error while Downloading CSV Invoice',
  'Failed to download file. Status: {status}',
  'Internal server error ({type})',
]

const sourceOf = (root: string) =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|fr-CA/.test(file))
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n')
/** Treats `{…}` as any value, whatever the source names it. */
const patternOf = (sentence: string) =>
  new RegExp(
    sentence
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
      .join('\\$?\\{[^}]+\\}'),
  )

test('LIT-1 every message of the documents appears to the letter', () => {
  const folders = ['../', '../../../contract/src/']
  const sources = folders.map((folder) => sourceOf(fileURLToPath(new URL(folder, import.meta.url)))).join('\n')
  expect(sentences.filter((sentence) => !patternOf(sentence).test(sources))).toEqual([])
})

test('LIT-1 every call has the toasts of the documents', () => {
  const texts = Object.entries(toasts).map(([id, [success, failure]]) => [id, { success, failure }])
  expect(toastTexts).toMatchObject(Object.fromEntries(texts))
})
