import { expect, expectAccessible, moveTo, signInAs, test } from './portal.ts'

test('DASH-2 LIT-11 planned lists are empty, without dead buttons or failing calls', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await signInAs(page, 'northline')
  await page.goto('/profile')
  for (const [path, title, text] of [
    ['/reporting', 'Reporting', 'No Reporting records to show'],
    ['/smartbuy', 'Smart Buy', 'No Smart Buy records to show'],
  ] as const) {
    await moveTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  }
  await expectAccessible(page)
  // Reloaded, the last of them has made its calls once the network is idle.
  await page.reload({ waitUntil: 'networkidle' })
  expect(refused).toEqual([])
})
