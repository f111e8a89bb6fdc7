import { column } from './layout-row.ts'
import type { ProductRows } from './product-rows.ts'

export const taPetro: ProductRows = {
  provider: 'TA-Petro',
  dates: ['MM/DD/YYYY'],
  saysUnit: false,
  saysCurrency: false,
  columns: [
    column('site', 'Location #*'),
    column('site_name', 'Travel Center*'),
    column('merchant', 'Merchant ID'),
    column('city', 'City'),
    column('province', 'ST*'),
    column('date', 'Tran Date*'),
    column('time', 'Tran Time'),
    column('auth', 'Auth Code*'),
    column('tran_no', 'Invoice #'),
    column('card', 'Card #*'),
    column('driver', 'Driver Name'),
    column('driver_code', 'Driver ID'),
    column('vehicle', 'Unit #*'),
    column('trailer', 'Trailer #'),
    column('trip', 'Trip #'),
    column('odometer', 'Odometer'),
    column('product', 'Product*'),
    column('quantity', 'Qty*'),
    column('retail', 'Retail PPG'),
    column('price', 'Your Actual Price*'),
    // Per gallon, and already deducted from the price.
    column('discount_per_gallon', 'Discount PPG'),
    column('fees', 'Fees'),
    column('amount', 'Line Amount*'),
    column('total_due', 'Total Due'),
    column('currency', 'Currency'),
  ],
  unitTaxes: {},
  salesTaxes: {},
}
