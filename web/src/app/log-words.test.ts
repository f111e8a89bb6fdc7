import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { changeTexts } from '../ui/words/log-words.ts'
import { translateNow } from '../ui/words/translation.ts'
import { speak } from './component-tests/speak.ts'

beforeEach(() => speak('en-CA'))

type Values = Record<string, string | null>
/** Each field's label with its value, without the no-break spaces of the locale. */
const shown = (record: string | null, values: Values, currency?: 'CAD') =>
  changeTexts(translateNow, {
    record,
    changes: Object.entries(values).map(([field, after]) => ({ field, before: null, after })),
    ...(currency ? { currency } : {}),
  }).map(({ label, after }) => `${label}: ${after}`.replaceAll(/[\u00a0\u202f]/g, ' '))

test('NAV-7 fields have the labels of the forms, and an unknown field its name', () => {
  const fields = ['daily_card_limit', 'non_highway_fuel_limit', 'uom', 'endpoint', 'made_up']
  expect(shown('card', Object.fromEntries(fields.map((field) => [field, null])))).toEqual([
    'Daily Card Limit: —',
    'Non-Highway Fuel Limit: —',
    'UOM: —',
    'Call: —',
    'Made Up: —',
  ])
})

test('NAV-7 LIST-10 text, days and instants are formatted for display', () => {
  const days = encodeRefreshDays(maskToDays(0b101))
  const values = ['2026-03-09', days, encodeRefreshDays(maskToDays(0)), 'Omar Haddad', '{not days', '100.1']
  const texts = values.flatMap((value) => shown('card', { driver_name: value }))
  expect(texts.map((text) => text.replace('Driver Name: ', ''))).toEqual([
    '09/03/26',
    'Monday, Wednesday',
    'N/A',
    'Omar Haddad',
    '{not days',
    '100.1',
  ])
  expect(shown(null, { at: '2026-03-09T15:04:00Z' })[0]).toMatch(/^At: \d{2}\/03\/26 \d{1,2}:04 [AP]M$/)
})

test('NAV-7 UX-5 codes are shown by their words, in both languages', async () => {
  const seen: [string, Values][] = [
    ['transaction', { flags: 'manual_price, no_rate' }],
    ['quarantine', { state: 'set_aside', waits_for: 'unknown' }],
    ['payment', { kind: 'nsf', payment_mode: 'cheque', status: 'PARTIALLY_PAID' }],
    ['card', { card_status: 'RELEASE' }],
    ['import', { mode: 'good', kind: 'rates' }],
    ['company', { status: 'waiting', reason: 'They asked, by phone' }],
    ['user', { view_users: '1', state: 'CA-QC' }],
    ['invoice', { to: 'pay@northline.test', status: 'SENT' }],
  ]
  const all = () => seen.flatMap(([record, values]) => shown(record, values))
  expect(all()).toEqual([
    'Flags: Manual price, No rate',
    'Status: Skipped',
    'Reason: Unknown card',
    'Reversal: NSF',
    'Payment Mode: Cheque',
    'Status of the invoice: Partially Paid',
    'Card Status: ACTIVE',
    'Import mode: Valid rows only',
    'Kind: Daily Rates',
    'Status: Waiting for approval',
    'Reason: They asked, by phone',
    'View Users: Full Access',
    'State: Québec',
    'To: pay@northline.test',
    'Status: Sent',
  ])
  await speak('fr-CA')
  expect(all()).toEqual([
    'Signalements: Prix saisi, Aucun tarif',
    'Statut: Ignorée',
    'Motif: Carte inconnue',
    'Contre-passation: Sans provision',
    'Mode de paiement: Chèque',
    'Statut de la facture: Payée en partie',
    'Statut de la carte: Active',
    'Mode d’importation: Lignes valides seulement',
    'Type: Tarifs quotidiens',
    'Statut: En attente d’approbation',
    'Motif: They asked, by phone',
    'Voir les utilisateurs: Accès complet',
    'Province ou État: Québec',
    'À: pay@northline.test',
    'Statut: Envoyée',
  ])
})

test('NAV-7 UX-4 numbers are in the user’s format, and money has its currency where it is known', async () => {
  const values = { amount: '15122.42', currency: 'USD' }
  const texts = () => [
    ...shown('payment', { ...values, fee: '45' }),
    ...shown('invoice', { total_amount: '0' }, 'CAD'),
    ...shown('invoice', { total_amount: '17994.7', repriced_difference: '-12.00 CAD, 3.50 USD' }),
    ...shown('markup', { mark_up_value: '0.0325', repriced_transactions: '1204' }),
    ...shown('import', { bytes: '2048' }),
    ...shown('billing_run', { customers: 'all' }),
  ]
  expect(texts()).toEqual([
    'Amount: $15,122.42 USD',
    'Currency: USD',
    'NSF fee: 45.00',
    'Total Amount: $0.00 CAD',
    'Total Amount: 17,994.70',
    'Difference: -$12.00 CAD, $3.50 USD',
    'Markup value: 0.0325',
    'Repriced transactions: 1,204',
    'File size: 2 kB',
    'Customers: all',
  ])
  await speak('fr-CA')
  expect(texts()).toContain('Montant total: 17 994,70')
  expect(texts()).toContain('Montant: 15 122,42 $ USD')
  expect(texts()).toContain('Clients: tous')
})
