import { expect, test } from 'vitest'
import { readRouteView } from './route-address.ts'

const usual = { corridor_km: 50, product: 'D1', tank_litres: 400 }

test('SMART-2 an address without a way has the defaults, and what it holds badly is left out', () => {
  expect(readRouteView({})).toEqual(usual)
  expect(readRouteView({ from: 'Toronto', corridor_km: -3, product: 'OIL', tank_litres: 'x' })).toEqual(usual)
})

test('SMART-2 an address holds the whole way', () => {
  const way = { from: 'CA-ON-toronto', to: 'CA-QC-montreal', corridor_km: 25, product: 'RF', tank_litres: 900 }
  expect(readRouteView({ ...way, company_id: 2 })).toEqual({ ...way, company_id: 2 })
})
