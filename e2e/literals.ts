/** The literal words of the two source documents (LIT-1), as a table that `literals.test.ts` holds the portal to. */

export const menu = [
  'Dashboard',
  'Customer',
  'Markup',
  'Users',
  'Cards',
  'Reporting',
  'Transactions',
  'Daily Rates',
  'Invoices',
  'Smart Buy',
  'Truck Care',
] as const

type ListScreen = {
  path: string
  heading: string
  /** The columns shown by default, in order, compared without case. */
  columns?: readonly string[]
  /** The fields of the call that the list can be filtered by. */
  filters?: readonly string[]
  call: string
  /** Buttons and links by name; no other control on the screen may contain one of these names. */
  controls: readonly string[]
}
export const listScreens: readonly ListScreen[] = [
  {
    path: '/managercards',
    heading: 'Manage Cards',
    columns: ['number', 'company', 'plastic type', 'trailer', 'status', 'cash advance', 'cash balance', 'driver name', 'tractor', 'reefer', 'UOM'],
    filters: ['card_number', 'company_name', 'company_number', 'plastic_type', 'plastic_typee', 'trailer_number', 'card_status', 'driver_name'],
    call: 'fuel-card-management',
    controls: ['Advanced Filter', 'Import Card', 'Exports Selected', 'Assign Selected Cards To Customer', 'Download Sample Card Template'],
  },
  {
    path: '/transactions',
    heading: 'Transactions',
    columns: ['auth code', 'time stamp', 'card number', 'site number', 'province/state', 'location', 'company', 'amount', 'currency'],
    call: 'fuel-transaction/authcode',
    controls: ['Advanced Filter', 'Import Transaction'],
  },
  {
    path: '/invoices',
    heading: 'Invoices',
    columns: ['invoice number', 'company', 'issued date', 'due date', 'start date', 'end date', 'status', 'total amount', 'amount due', 'currency'],
    filters: [
      'invoice_number',
      'company_name',
      'issued_date',
      'due_date',
      'start_date',
      'end_date',
      'status',
      'total_amount',
      'amount_due',
      'currency',
    ],
    call: 'spol/invoices/',
    controls: ['Advanced Filter'],
  },
  {
    path: '/invoices/payments',
    heading: 'Invoice Payments',
    columns: ['customer', 'invoice no', 'invoice date', 'due date', 'payment mode', 'payment date', 'amount paid'],
    call: 'fuel-payment',
    controls: ['Back to Invoices'],
  },
  {
    path: '/customer',
    heading: 'Customer',
    columns: ['name', 'phone', 'tax number', 'CRM id', 'rate', 'orders', 'invoices'],
    call: 'customers',
    controls: ['Add'],
  },
  {
    path: '/company',
    heading: 'Company',
    filters: ['company_name', 'company_number', 'email', 'phone'],
    call: 'fuel-company',
    controls: ['Advanced Filter', 'Add Customer Company'],
  },
  {
    path: '/customer-markup',
    heading: 'Markup',
    columns: ['customer company code', 'customer company name', 'markup value', 'fuel company provider'],
    call: 'fuel-customer-markups',
    controls: ['Add Markup'],
  },
  {
    path: '/user',
    heading: 'User',
    columns: ['email', 'first name', 'last name', 'company', 'phone', 'role'],
    filters: ['email', 'first_name', 'last_name', 'company', 'phone', 'role'],
    call: 'users',
    controls: ['Advanced Filter'],
  },
]
/** What the expanded row of a transaction shows. */
export const lineColumns = ['auth code', 'fuel code', 'price per unit', 'FET', 'GST', 'HST', 'local tax', 'PCT', 'PFT', 'PST', 'QST', 'billed amount']

export const emptyScreens = [
  ['/reporting', 'No Reporting records to show'],
  ['/smartbuy', 'No Smart Buy records to show'],
  ['/truckcare', 'No Truck Care records to show'],
] as const

export const cardSections = [
  'Card Management',
  'Driver/Vehicle Identifiers',
  'Card Properties',
  'Card Monetary Properties',
  'Weekly Fuel Purchase Properties',
  'Fuel Purchase Limitation Properties',
  'Non-Highway Fuel Purchase Properties',
]
const requiredCardFields =
  'card_number company_name plastic_type driver_name driver_id other_id commercial_driver_license vehicle_assigned_to_card trailer_number ' +
  'card_type card_status card_group odometer trip_number usage_above_volume_limits cash_advance_type cash_refresh_days refreshing_cash_limits ' +
  'daily_card_limit debit_dollar_balance refreshing_cash_balance increment_dash_cash_amount pay_check_balance dash_cash_balance dash_cash_memo ' +
  'weekly_product_refresh weekly_product_refresh_money_amount weekly_fuel_quantity_limit weekly_vehicle_quantity_refresh_day ' +
  'weekly_fuel_quantity_balance daily_vehicle_quantity_limit_in_gallons non_highway_fuel_limit'
export const requiredOfCard = requiredCardFields.split(' ')

/** The toasts of each call: success, then failure. */
export const toasts: Record<string, readonly [string, string]> = {
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
/** Sentences of pages and messages, with `{…}` where a value stands. */
export const sentences = [
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
