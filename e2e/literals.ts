/** The literal texts of the two source documents (LIT-1) on the screens, which `literals.test.ts` compares. */

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
  /** Columns shown by default, in order; compared without case. */
  columns?: readonly string[]
  /** Sorts so that records created by other journeys fall on another page. */
  sort?: string
  /** The columns that stay visible at 768 pixels (LIST-16). */
  first?: readonly string[]
  /** Buttons that act on a selection, with their warning when nothing is selected (LIT-3). */
  warnings?: readonly (readonly [string, string])[]
  /** Names of buttons and links; no other control on the screen may contain one of these names. */
  controls: readonly string[]
}
export const listScreens: readonly ListScreen[] = [
  {
    path: '/managercards',
    heading: 'Manage Cards',
    columns: [
      'number',
      'company',
      'plastic type',
      'trailer',
      'status',
      'cash advance',
      'cash balance',
      'driver name',
      'tractor',
      'reefer',
      'UOM',
    ],
    first: ['Number', 'Company', 'Status', 'Driver name', 'Cash balance'],
    warnings: [
      ['Exports Selected', 'Please select card to Export'],
      ['Assign Selected Cards To Customer', 'Please select card to Assign'],
    ],
    controls: [
      'Advanced Filter',
      'Import Card',
      'Exports Selected',
      'Assign Selected Cards To Customer',
      'Download Sample Card Template',
    ],
  },
  {
    path: '/transactions',
    heading: 'Transactions',
    columns: [
      'auth code',
      'time stamp',
      'card number',
      'site number',
      'province/state',
      'location',
      'company',
      'amount',
      'currency',
    ],
    sort: 'txn_date,asc',
    first: ['Time stamp', 'Card number', 'Location', 'Amount'],
    controls: ['Advanced Filter', 'Import Transaction'],
  },
  {
    path: '/invoices',
    heading: 'Invoices',
    columns: [
      'invoice number',
      'company',
      'issued date',
      'due date',
      'start date',
      'end date',
      'status',
      'total amount',
      'amount due',
      'currency',
    ],
    sort: 'invoice_number,asc',
    first: ['Invoice number', 'Company', 'Status', 'Amount due'],
    warnings: [['Export', 'Please select an invoice to export.']],
    controls: ['Advanced Filter'],
  },
  {
    path: '/invoices/payments',
    heading: 'Invoice Payments',
    columns: ['customer', 'invoice no', 'invoice date', 'due date', 'payment mode', 'payment date', 'amount paid'],
    sort: 'payment_date,asc',
    first: ['Invoice no', 'Customer', 'Amount paid'],
    controls: ['Back to Invoices'],
  },
  {
    path: '/customer',
    heading: 'Customer',
    columns: ['name', 'phone', 'tax number', 'CRM id', 'rate', 'orders', 'invoices'],
    first: ['Name', 'Phone', 'Orders', 'Invoices'],
    controls: ['Add'],
  },
  {
    path: '/company',
    heading: 'Company',
    controls: ['Advanced Filter', 'Add Customer Company'],
  },
  {
    path: '/customer-markup',
    heading: 'Markup',
    columns: ['customer company code', 'customer company name', 'markup value', 'fuel company provider'],
    controls: ['Add Markup'],
  },
  {
    path: '/user',
    heading: 'User',
    columns: ['email', 'first name', 'last name', 'company', 'phone', 'role'],
    first: ['Email', 'Role', 'Company'],
    controls: ['Advanced Filter'],
  },
]
/** Columns of a transaction's expanded row. */
export const lineColumns = [
  'auth code',
  'fuel code',
  'price per unit',
  'FET',
  'GST',
  'HST',
  'local tax',
  'PCT',
  'PFT',
  'PST',
  'QST',
  'billed amount',
]

export const cardSections = [
  'Card Management',
  'Driver/Vehicle Identifiers',
  'Card Properties',
  'Card Monetary Properties',
  'Weekly Fuel Purchase Properties',
  'Fuel Purchase Limitation Properties',
  'Non-Highway Fuel Purchase Properties',
]
