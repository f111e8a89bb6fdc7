import { truckcarePath } from '../app/sections.paths.ts'

export const unitPath = (id: number | string) => `${truckcarePath}/units/${id}`
/** The address of a unit before Truck Care had pages of its own. */
export const formerUnitPath = (id: number | string) => `/units/${id}/view`
export const duePath = `${truckcarePath}/due`
export const servicesPath = `${truckcarePath}/services`
export const plansPath = `${truckcarePath}/plans`
