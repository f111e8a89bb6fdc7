import { test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { walkDashboardSums } from '../testing/walks/dashboard-sums.ts'

const app = await testApp()

test('DASH-1 the sums follow every change, four times in other orders', () => walkDashboardSums(app, 20_261_116, 4))
