import { fuels, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { defaultCorridorKm, defaultTankLitres, maxTankLitres } from '@portal/contract/smart-buy/smart-buy.data.ts'

export type RouteView = {
  from?: string
  to?: string
  corridor_km: number
  product: ProductCode
  tank_litres: number
  company_id?: number
}
const key = /^[A-Z]{2}-[A-Z]{2}-[a-z0-9-]{1,80}$/
export const wholeIn = (value: unknown, max: number): number | null => {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= max ? number : null
}

/** The address can be typed: what it does not hold well is left out. */
export function readRouteView(search: Record<string, unknown>): RouteView {
  const { from, to, corridor_km, product, tank_litres, company_id } = search
  const company = wholeIn(company_id, Number.MAX_SAFE_INTEGER)
  return {
    ...(key.test(String(from)) ? { from: String(from) } : {}),
    ...(key.test(String(to)) ? { to: String(to) } : {}),
    corridor_km: wholeIn(corridor_km, 300) ?? defaultCorridorKm,
    product: fuels.find((one) => one === product) ?? 'D1',
    tank_litres: wholeIn(tank_litres, maxTankLitres) ?? defaultTankLitres,
    ...(company ? { company_id: company } : {}),
  }
}
