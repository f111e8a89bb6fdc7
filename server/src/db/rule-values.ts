import { costRules, exceptionRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { fuels, liquids, roadFuels } from '@portal/contract/lookups/products.rules.ts'
import { gallon } from '@portal/contract/rules/units.ts'
import { sql } from 'kysely'

/** Values of the contract's rules as SQL text, so that a query and a rule cannot differ. */
const listOf = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ')
export const roadFuelText = listOf(roadFuels)
export const litresOfGallonText = `(${gallon.litres}::numeric / ${gallon.per})`
/** The rules about cost, and all others. */
export const costRuleText = listOf(costRules)
export const otherRuleText = listOf(exceptionRules.filter((rule) => !(costRules as readonly string[]).includes(rule)))

/** For `product in (…)`. */
export const roadFuelList = sql.raw(roadFuelText)
export const fuelList = sql.raw(listOf(fuels))
export const liquidList = sql.raw(listOf(liquids))
export const litresOfGallon = sql.raw(litresOfGallonText)
/** The quantity of a line `l` in thousandths of a litre. */
export const lineLitres = sql`(case l.unit when 'GAL' then round(l.quantity_milli * ${litresOfGallon})::bigint else l.quantity_milli end)`
