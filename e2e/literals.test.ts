import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import {
  cardSections,
  emptyScreens,
  lineColumns,
  listScreens,
  menu,
  requiredOfCard,
  sentences,
  toasts,
} from './literals.ts'
import { expect, moveTo, password, people, portalUrl, signInAs, test } from './portal.ts'

const lower = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase())
const sourceOf = (folder: string) => {
  const root = fileURLToPath(new URL(`../${folder}/src/`, import.meta.url))
  const files = readdirSync(root, { recursive: true }).map(String)
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|fr-CA/.test(file))
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
}
/** Treats `{…}` as any value, whatever the source names it. */
const patternOf = (sentence: string) =>
  new RegExp(
    sentence
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
      .join('\\$?\\{[^}]+\\}'),
  )

test('LIT-1 every message and toast of the documents appears to the letter', () => {
  const sources = [...sourceOf('web'), ...sourceOf('contract')].join('\n')
  expect(sentences.filter((sentence) => !patternOf(sentence).test(sources))).toEqual([])
  // One file holds the table of toasts; generic pairs have a name there. Line breaks of the formatter do not count.
  const flat = sources.replace(/\s+/g, ' ').replaceAll(', }', ' }')
  const pair = (texts: readonly string[]) => `{ success: '${texts[0]}', failure: '${texts[1]}' }`
  const generic = pair(toasts['cards.remove'] ?? [])
  expect(sources).toContain(`const generic: ToastTexts = ${generic}`)
  const wanted = Object.entries(toasts).map(
    ([id, texts]) => `'${id}': ${pair(texts) === generic ? 'generic' : pair(texts)},`,
  )
  expect(wanted.filter((line) => !flat.includes(line))).toEqual([])
})

/** Calls the API as the page does, with the cookie. */
const statusOf = async (page: Page, path: string) =>
  (await page.request.get(`/v2/${path}`, { headers: { 'x-portal': '1' } })).status()
/** The screen's controls without its rows, since record names may contain any words. */
const controlsOf = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('button, a[href], [role=button]')]
        .filter((element) => !element.closest('tbody'))
        .map((element) =>
          (element.getAttribute('aria-label') || element.textContent || '').replace(/\s+/g, ' ').trim(),
        ),
    )
/** A value that a filter of this kind accepts. */
const valueFor = (field: string) => (field.endsWith('_date') ? ':2026-11-01' : field.includes('amount') ? ':1' : '::')
/** The list's own columns, without the checkboxes, expanders and actions that every list adds. */
const headsOf = async (table: Locator) => {
  const heads = await table.locator('thead > tr').first().getByRole('columnheader').allTextContents()
  return lower(heads).filter((text) => !['', 'details', 'actions'].includes(text))
}

test('LIT-1 LIT-2 LIT-9 LIT-10 every specified list has its heading, columns, filters and controls, at 1200 pixels and ten rows a page', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1200, height: 900 })
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  for (const { path, heading, columns, filters, call, controls } of listScreens) {
    await moveTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(/^Showing record 1 to/)).toBeVisible()
    await expect(page.getByLabel('Records per page'), path).toHaveValue('10')
    const names = await controlsOf(page)
    for (const control of controls) {
      expect(names, path).toContain(control)
      expect(
        names.filter((name) => name !== control && name.toLowerCase().includes(control.toLowerCase())),
        `${path}: ${control}`,
      ).toEqual([])
    }
    const table = page.getByRole('main').getByRole('table').first()
    if (columns) {
      expect([path, await headsOf(table)]).toEqual([path, lower(columns)])
      const edge = await table.locator('thead th').last().boundingBox()
      expect(edge && edge.x + edge.width, `${path}: the last column is in sight`).toBeLessThanOrEqual(1200)
      expect(
        await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0)),
        `${path}: no column is scrolled out of sight`,
      ).toBeLessThanOrEqual(0)
    }
    for (const field of filters ?? [])
      expect([path, field, await statusOf(page, `${call}?filter=${field}${valueFor(field)}`)]).toEqual([
        path,
        field,
        200,
      ])
  }
})

test('LIT-1 the menu, the user popup and a transaction’s expanded row', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  const links = page.getByRole('navigation').first().getByRole('link')
  await expect(links).toHaveText([...menu])
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(page.locator('table table thead th').first()).toBeVisible()
  expect(lower(await page.locator('table table thead th').allTextContents())).toEqual(lower(lineColumns))
  await page
    .getByRole('button', { name: /account|menu of|Provider/i })
    .last()
    .click()
  for (const name of ['Profile', 'Switch Account', 'Logout'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
})

test('LIT-1 LIT-7 the card form has its sections, all open, its required fields and its buttons', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  for (const [path, button] of [
    ['/managercards/add-new', 'Save'],
    ['/managercards/1/edit', 'Update'],
    ['/managercards/1/view', null],
  ] as const) {
    await moveTo(page, path)
    await expect(page.getByLabel('Driver Name')).toBeVisible()
    const heads = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(heads.slice(0, cardSections.length)).toEqual(cardSections)
    for (const label of ['Card Number', 'Trip Number', 'Dash Cash Memo', 'Non-Highway Fuel Weekly Balance'])
      await expect(
        page
          .getByLabel(label, { exact: true })
          .or(page.getByLabel(`${label} *`, { exact: true }))
          .first(),
      ).toBeVisible()
    const controls = await controlsOf(page)
    expect(controls).toContain('List of ManageCard')
    for (const name of button ? ['Cancel', button] : []) expect(controls).toContain(name)
    if (!button)
      expect(
        await page.locator('main form :is(input:not([type=file]), select, textarea):enabled:visible').count(),
      ).toBe(0)
  }
  const refused = await page.request.post('/v2/fuel-card-management', { headers: { 'x-portal': '1' }, data: {} })
  expect(Object.keys((await refused.json()).error.fields).sort()).toEqual(
    requiredOfCard.map((name) => (name === 'pay_check_balance' ? 'paycheck_balance' : name)).sort(),
  )
})

test('LIT-3 LIT-5 selection buttons stay enabled, and say what is missing for three seconds', async ({ page }) => {
  await signInAs(page, 'staff')
  for (const [path, button, toast] of [
    ['/managercards', 'Exports Selected', 'Please select card to Export'],
    ['/managercards', 'Assign Selected Cards To Customer', 'Please select card to Assign'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: toast })).toHaveText(toast)
  }
  await page.goto('/invoices')
  const warning = page.getByText('Please select an invoice to export.')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(warning).toBeVisible()
  await expect(warning).toHaveCount(0, { timeout: 6000 })
  await page
    .getByRole('checkbox', { name: /^Select INV/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export selected invoices to a ZIP file' })
  await expect(dialog.getByRole('radio', { name: 'PDF' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).first()).toBeVisible()
})

test('LIT-11 LIT-12 the three planned lists keep their empty message, and every chart’s axis reaches at least 100', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  for (const [path, words] of emptyScreens) {
    await moveTo(page, path)
    await expect(page.getByText(words)).toBeVisible()
  }
  for (const path of ['/Dashboard', '/dailyrates/sites/1/view']) {
    await moveTo(page, path)
    const charts = page.locator('figure:has(figcaption) svg[role=img]')
    await expect(charts.first()).toBeVisible()
    const axes = await charts.evaluateAll((pictures) =>
      pictures.map((picture) =>
        [...picture.querySelectorAll('text[text-anchor=end]')].map((tick) => tick.textContent ?? ''),
      ),
    )
    const tops = axes.map((ticks) =>
      Math.max(...ticks.map((tick) => Number.parseFloat(tick.replaceAll(',', '')) * (tick.endsWith('K') ? 1000 : 1))),
    )
    expect(tops.length).toBeGreaterThan(0)
    for (const top of tops) expect(top, path).toBeGreaterThanOrEqual(100)
  }
})

test('LIT-6 the API accepts the documents’ payloads and replies in their shapes', async ({ request }) => {
  const login = await request.post(`${portalUrl}/v2/login`, { data: { username: people.staff, password } })
  const { authorization = '' } = login.headers()
  expect(authorization).not.toBe('')
  const ask = async (path: string, options: { method?: string; data?: object } = {}) => {
    const reply = await request.fetch(`${portalUrl}/v2/${path}`, { ...options, headers: { authorization, cookie: '' } })
    return { status: reply.status(), body: await reply.json().catch(() => null) }
  }
  const keysOf = async (path: string, at: (body: never) => object) => Object.keys(at((await ask(path)).body as never))
  expect(await keysOf('screens?app=FF', (screens: object[]) => screens[0] as object)).toEqual(
    expect.arrayContaining(['code', 'name', 'create', 'read', 'update', 'delete', 'download']),
  )
  expect(await keysOf('profile/user', (profile: object) => profile)).toEqual(
    expect.arrayContaining(['APIResult', 'first', 'profile_img', 'isUserEligibleForAccountSwitch']),
  )
  expect((await ask('payment')).body.payment_mode_list).toEqual([
    { name: 'Cheque', code: 'cheque' },
    { name: 'Cash', code: 'cash' },
    { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
  ])
  expect(
    await keysOf('getFuelProviderCompany', (body: { fuel_company: object[] }) => body.fuel_company[0] as object),
  ).toEqual(expect.arrayContaining(['fuel_company_provider', 'company_id', 'company_ref_id']))
  const [assignable] = (await ask('fuel-customer-markups/find-all?paged=false')).body
  expect(Object.keys(assignable)).toEqual(expect.arrayContaining(['company_name', 'customer_company_id']))
  for (const query of [
    'paged=true&page=1&size=10&sort=card_number,asc&filter=card_number::7083',
    'filterField=card_number&matchStrategy=contains&query=7083&sortField=card_number&sortOrder=asc&pageSize=10&pageNumber=1',
  ])
    expect((await ask(`fuel-card-management?${query}`)).body.metadata).toMatchObject({ page: 1, size: 10 })
  const { invoices, total_elements } = (
    await ask('spol/invoices/?sortParam=invoice_number&sortingOrder=asc&filter=status:Draft')
  ).body
  expect(total_elements).toBeGreaterThan(0)
  const { invoice_dto } = (await ask(`spol/invoices/${invoices[0].id}`)).body
  const { id, issued_date, due_date, start_date, end_date, status, amount_due, currency } = invoice_dto
  const marked = { ...status, marker: 'Urgent' }
  const data = { id, issued_date, due_date, start_date, end_date, status: marked, amount_due, currency }
  expect((await ask('spol/invoices/update', { method: 'PUT', data })).status).toBe(200)
  for (const path of [
    'countries',
    'states',
    'cities',
    'currencies',
    'types?type=INVOICE_STATUS',
    'types?type=TAX_TYPE',
  ])
    expect([path, Object.keys((await ask(path)).body[0])]).toEqual([path, expect.arrayContaining(['key', 'value'])])
  expect((await ask('roles')).body).toEqual([
    { id: 1, name: 'Admin' },
    { id: 2, name: 'User' },
  ])
})

test('LIT-8 filters accept every word of the documents in any letter case', async ({ page }) => {
  await signInAs(page, 'staff')
  const words: [string, string, string[]][] = [
    [
      'fuel-card-management',
      'card_status',
      ['RELEASE', 'ACTIVE', 'Open', 'HOLD', 'NSF', 'CLOSED', 'INACTIVE', 'active', 'Hold', 'closed'],
    ],
    [
      'spol/invoices/',
      'status',
      [
        'DRAFT',
        'Draft',
        'Partially Paid',
        'PARTIALLY_PAID',
        'Fully Paid',
        'sent',
        'VOID',
        'Open',
        'Closed',
        'NSF',
        'nsf',
      ],
    ],
    ['spol/invoices/', 'currency', ['C', 'CAD', 'USD', 'usd']],
    ['fuel-transaction/authcode', 'currency', ['C', 'CAD', 'USD', 'cad']],
  ]
  for (const [call, field, values] of words)
    for (const value of values)
      expect([field, value, await statusOf(page, `${call}?filter=${field}:${encodeURIComponent(value)}`)]).toEqual([
        field,
        value,
        200,
      ])
})

test('LIT-13 the portal is in English unless the browser prefers French', async ({ browser }) => {
  for (const [locale, word] of [
    ['en-CA', 'Sign in'],
    ['de-DE', 'Sign in'],
    ['fr-CA', 'Se connecter'],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('button', { name: word, exact: true })).toBeVisible()
    await context.close()
  }
})
