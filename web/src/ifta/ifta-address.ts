import { type IftaBase, iftaBases } from '@portal/contract/ifta/ifta-words.data.ts'
import { lastFullQuarter, quarterBefore, quarterOf, quarterPattern } from '@portal/contract/ifta/quarters.rules.ts'

/** The quarter is null if the address names one that does not exist. */
export type IftaView = { quarter: string | null; company_id: number | null; base: IftaBase | undefined }

/** The address can be typed. */
export function readIftaView(search: Record<string, unknown>, today: string): IftaView {
  const quarter = String(search.quarter ?? lastFullQuarter(today))
  const company = Number(search.company_id)
  return {
    quarter: quarterPattern.test(quarter) ? quarter : null,
    company_id: Number.isSafeInteger(company) && company > 0 ? company : null,
    base: iftaBases.find((base) => base === search.base),
  }
}

const offered = 9
/** The running quarter and two years before it, with the one in the address. */
export function quartersFor(today: string, chosen: string | null): string[] {
  const quarters = [quarterOf(today)]
  while (quarters.length < offered) quarters.push(quarterBefore(quarters.at(-1) ?? ''))
  return chosen === null || quarters.includes(chosen) ? quarters : [...quarters, chosen]
}
