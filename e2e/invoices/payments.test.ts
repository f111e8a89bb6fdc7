import type { Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import {
  insertCardOf,
  insertCustomer,
  insertPaymentOf,
  insertSentInvoice,
  paymentBody,
} from '../../server/src/testing/paying.ts'
import { owner } from '../database.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, number: string) => page.locator('tr[data-row]', { hasText: number })
async function openPayment(page: Page, number: string) {
  await page.getByRole('button', { name: new RegExp(`More actions.*${number}`) }).click()
  await page.getByRole('menuitem', { name: 'Payment Offline' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Payment' })).toBeVisible()
}
async function chooseMode(page: Page, mode: string) {
  await dialog(page).getByRole('combobox', { name: 'Payment Mode' }).click()
  await page.getByRole('option', { name: mode }).click()
}

/** A payment before its invoice gets a hint at the date (RECV-6). */
async function expectHintOnEarlyDate(page: Page, number: string) {
  await expect(dialog(page).getByText(/until then, its money is on account/)).toHaveCount(0)
  const date = dialog(page).getByLabel('Payment Date')
  const today = await date.inputValue()
  await date.fill('01/11/24')
  await expect(dialog(page).getByText(`Before the date of ${number}`)).toBeVisible()
  await date.fill(today)
}

/** Escape asks before it discards input (FORM-10). */
async function dismissWithTyping(page: Page) {
  const question = page.getByRole('dialog', { name: 'Are you sure want to leave ?' })
  await page.keyboard.press('Escape')
  await expect(question).toContainText('There are some unsaved changes ?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(dialog(page).getByLabel('Reference Id')).toHaveValue('CHQ 77')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('PAY-1 PAY-2 PAY-4 PAY-5 FORM-10 RECV-6 an invoice is paid in part and then in full, and errors show at their fields', async ({
  page,
}) => {
  const company = await insertCustomer(owner, { name: `Payer ${uniqueNumber()}` })
  const { id: invoice, invoice_number } = await insertSentInvoice(owner, company, 100_050)
  await signInAs(page, 'staff')
  await page.goto(`/invoices?filter=invoice_number:${invoice_number}`)
  await openPayment(page, invoice_number)
  await expect(dialog(page).getByLabel('Invoice Number')).toHaveValue(invoice_number)
  await expect(dialog(page).getByLabel('Amount Due')).toBeDisabled()
  await expect(dialog(page).getByLabel('Amount Due')).toHaveValue('1,000.50')
  await expect(dialog(page).getByLabel('Amount Paid')).toBeFocused()
  await expectHintOnEarlyDate(page, invoice_number)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('This field is required.')).toHaveCount(3)
  await dialog(page).getByLabel('Amount Paid').fill('1000.51')
  await dialog(page).getByLabel('Reference Id').fill('CHQ 77')
  await expect(dialog(page).getByLabel('Amount Paid')).toHaveAccessibleDescription(
    'Amount paid cannot exceed amount due.',
  )
  await chooseMode(page, 'Cheque')
  await expectAccessible(page)
  await dismissWithTyping(page)
  await openPayment(page, invoice_number)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await openPayment(page, invoice_number)
  await dialog(page).getByLabel('Reference Id').fill('CHQ 77')
  await chooseMode(page, 'Cheque')
  await dialog(page).getByLabel('Amount Paid').fill('400.25')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invoice Payment Created Successfully')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, invoice_number)).toContainText('Partially Paid')
  await expect(rowOf(page, invoice_number)).toContainText('$600.25')
  await openPayment(page, invoice_number)
  await dialog(page).getByRole('button', { name: 'Pay in full ($600.25 CAD)' }).click()
  await expect(dialog(page).getByLabel('Amount Paid')).toHaveValue('600.25')
  await dialog(page).getByLabel('Reference Id').fill('Till 4')
  await chooseMode(page, 'Cash')
  // Another payment of one dollar arrives first: the amount due has changed, and the field shows the new one.
  const payQuickly = () => insertPaymentOf(owner, invoice, 100, { date: '2025-01-05', reference: 'Quick' })
  await payQuickly()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while creating Invoice Payment')).toBeVisible()
  await expect(dialog(page).getByLabel('Amount Paid')).toHaveAccessibleDescription(
    'Amount paid cannot exceed amount due.',
  )
  await expect(dialog(page).getByRole('alert')).toHaveText('The amount due has changed. Check it before you save.')
  await expect(dialog(page).getByLabel('Amount Due')).toHaveValue('599.25')
  await expect(rowOf(page, invoice_number)).toContainText('$599.25')
  // Now the amount is not too high; only the displayed amount due is outdated.
  await payQuickly()
  await dialog(page).getByLabel('Amount Paid').fill('100')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByLabel('Amount Due')).toHaveValue('598.25')
  await expect(dialog(page).getByLabel('Amount Paid')).toHaveValue('100')
  await expect(dialog(page).getByLabel('Reference Id')).toHaveValue('Till 4')
  await expect(dialog(page).getByRole('combobox', { name: 'Payment Mode' })).toHaveValue('Cash')
  await dialog(page).getByRole('button', { name: 'Pay in full ($598.25 CAD)' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, invoice_number)).toContainText('Fully Paid')
})

test('PAY-5 PAY-6 PAY-7 a mistaken payment is reversed without holds; a returned payment warns first, holds the cards and releases them once paid', async ({
  page,
  request,
}) => {
  const name = `Payer ${uniqueNumber()}`
  const company = await insertCustomer(owner, { name })
  const card = await insertCardOf(owner, company, 'RELEASE', uniqueNumber())
  const invoice = await insertSentInvoice(owner, company, 20_000)
  const { call } = await apiClient(request, 'staff')
  const refused: string[] = []
  page.on('response', (response) => response.status() === 409 && refused.push(response.url()))
  await call(payments.register, {}, paymentBody(invoice, 200, { payment_mode: 'interac_debit_credit' }))
  await signInAs(page, 'staff')
  await page.goto(`/invoices/payments?filter=company_name:${encodeURIComponent(name)}`)
  const choose = async (mode: string) => {
    await page.getByRole('combobox', { name: 'Payment mode', exact: true }).click()
    await page.getByRole('listbox', { name: 'Payment mode' }).getByRole('option', { name: mode }).click()
  }
  await choose('Cash')
  await expect(page.getByText('No Payment found.')).toBeVisible()
  await choose('Interac/debit/credit')
  await expect(rowOf(page, invoice.invoice_number)).toContainText('$200.00')
  // First a typing error: the dialog explains each reason, and the cards stay active (PAY-7).
  const reverse = () => page.getByRole('button', { name: `Reverse ${invoice.invoice_number}` }).click()
  await reverse()
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(dialog(page).getByText('This field is required.')).toHaveCount(2)
  const returned = dialog(page).getByRole('radio', { name: 'The bank returned it (NSF)' })
  await expect(returned).toHaveAccessibleDescription(
    'A fee of $45.00 CAD goes on the next invoice. The invoice is marked NSF until it is paid. 1 card is put on hold.',
  )
  const mistaken = dialog(page).getByRole('radio', { name: 'It was entered by mistake' })
  await expect(mistaken).toHaveAccessibleDescription(
    'Its receipt is reversed. There is no fee, and the invoice is not marked NSF. No card is put on hold.',
  )
  await mistaken.check()
  await expectAccessible(page)
  await dialog(page).getByLabel('Reason').fill('Typed for the wrong customer')
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('The payment was reversed')).toBeVisible()
  await expect(page.getByRole('row', { name: /Entered by mistake/ })).toBeVisible()
  expect((await call(cards.get, { id: card })).card_status).toBe('RELEASE')
  await call(payments.register, {}, paymentBody(invoice, 200, { payment_mode: 'interac_debit_credit' }))
  await page.reload()
  await reverse()
  await returned.check()
  await dialog(page).getByLabel('Reason').fill('Account closed')
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('The payment was reversed')).toBeVisible()
  await expect(page.getByText('1 card was put on hold')).toBeVisible()
  await expect(page.getByRole('row', { name: /Reversal.*-\$200\.00/ })).toHaveCount(2)
  await expect(page.getByRole('row', { name: /NSF/ })).toBeVisible()
  // After the reversal, the page does not ask for its preview again.
  expect(refused).toEqual([])
  expect((await call(cards.get, { id: card })).card_status).toBe('HOLD')
  await page.getByRole('link', { name: 'Back to Invoices' }).click()
  await page.goto(`/invoices?filter=invoice_number:${invoice.invoice_number}`)
  await expect(rowOf(page, invoice.invoice_number)).toContainText('NSF')
  await page.goto(`/customer/${company}/statement`)
  await expect(page.getByText('A payment was returned (NSF). 1 card stays on hold until it is paid.')).toBeVisible()
  await expectAccessible(page)
  await call(payments.register, {}, paymentBody(invoice, 200))
  expect((await call(cards.get, { id: card })).card_status).toBe('RELEASE')
})

test('PAY-5 staff and the customer read and download a statement; another customer cannot', async ({ page }) => {
  const company = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
  await insertSentInvoice(owner, company, 45_600, { issued: '2025-01-10', due: '2025-02-10' })
  await signInAs(page, 'prairie')
  await page.goto('/invoices/payments')
  await page.getByRole('link', { name: 'Statement of account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of Prairie Freight' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Statement in CAD' })).toContainText('Opening balance')
  await expect(page.getByText('91 days and more').first()).toBeVisible()
  await expect(page.getByText('Exposure')).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^statement-[a-z-]+-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
  const other = (await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id
  await page.goto(`/customer/${other}/statement`)
  await expect(page.getByText('This record does not exist, or you cannot see it.')).toBeVisible()
})
