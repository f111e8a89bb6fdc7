import { expect, expectAccessible, signInAs, test } from './portal.ts'

for (const [path, title, text] of [
  ['/reporting', 'Reporting', 'No Reporting records to show'],
  ['/smartbuy', 'Smart Buy', 'No Smart Buy records to show'],
  ['/truckcare', 'Truck Care', 'No Truck Care records to show'],
] as const)
  test(`DASH-2 ${title} is an empty list without dead buttons or failing calls`, async ({ page }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await signInAs(page, 'northline')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
    await expectAccessible(page)
    await page.context().clearCookies()
    await signInAs(page, 'desk')
    await page.goto(path)
    await expect(page.getByText("You don't have permission to access this page")).toBeVisible()
  })
