import { shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { iftaBases, iftaBaseWords } from '@portal/contract/ifta/ifta-words.data.ts'
import { daysOfQuarter, lastFullQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import { companyField, quarterField } from '@portal/contract/reports/parameters.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { z } from 'zod'
import { runIftaReport } from '../../ifta/worksheets.actions.ts'
import { isStaff } from '../../platform/access/scope.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { oneCompanyOf } from '../../platform/reports/report-scope.ts'

const kindWords = { row: 'Tax', surcharge: 'Surcharge', outside: 'No tax', subtotal: 'Subtotal' } as const

const headingsInMiles = {
  distance: 'Distance (mi)',
  taxable_distance: 'Taxable mi',
  bought: 'Bought (GAL)',
  tax_paid: 'Tax paid (GAL)',
  taxable: 'Taxable (GAL)',
  net: 'Net taxable (GAL)',
} as const

/** The worksheet of the page /reporting/ifta as a file (REPT-5). */
export const iftaReport = defineReport({
  key: 'ifta',
  name: 'IFTA worksheet',
  description:
    'Distance, fuel and tax by jurisdiction for a quarter, as the IFTA form asks, with what is missing first',
  topic: 'taxes',
  audience: 'everyone',
  isOfOneCompany: true,
  parameters: z.strictObject({
    company_id: companyField(),
    quarter: quarterField(),
    base: z.enum(iftaBases).optional().meta({ title: 'Base jurisdiction', widget: 'choice', words: iftaBaseWords }),
  }),
  columns: {
    fuel: ['Fuel type', 'word'],
    jurisdiction: 'Jurisdiction',
    kind: ['Kind', 'word'],
    distance: ['Distance (km)', 'number'],
    taxable_distance: ['Taxable km', 'number'],
    bought: ['Bought (L)', 'number'],
    tax_paid: ['Tax paid (L)', 'number'],
    taxable: ['Taxable (L)', 'number'],
    net: ['Net taxable (L)', 'number'],
    rate: ['Rate', 'price'],
    currency: 'Currency',
    tax: ['Tax', 'money'],
  },
  run: async ({ db, scope, today }, { company_id, quarter: asked, base: given }) => {
    const company = oneCompanyOf({ scope }, company_id)
    const quarter = asked ?? lastFullQuarter(today)
    const { base, rows, totals, notes } = await runIftaReport(db, { company_id: company, quarter, base: given, today })
    const own = isStaff(scope) ? { company_id: String(company) } : {}
    return {
      parameters: { company_id: company, quarter, base, ...daysOfQuarter(quarter) },
      headings: base === 'US' ? headingsInMiles : {},
      rows: rows.map(({ fuel_type, kind, jurisdiction, ...figures }) => ({
        fuel: unitFuelWords[fuel_type],
        jurisdiction: jurisdiction && shortJurisdiction(jurisdiction),
        kind: kindWords[kind],
        row_kind: kind,
        ...figures,
        link: `/reporting/ifta?${new URLSearchParams({ quarter, ...own, base })}`,
      })),
      ratios: totals,
      notes,
    }
  },
})
