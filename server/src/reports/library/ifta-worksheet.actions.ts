import { shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { iftaBaseWords } from '@portal/contract/ifta/ifta-words.data.ts'
import { lastFullQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import { choiceField, companyField, quarterField } from '@portal/contract/reports/parameters.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { z } from 'zod'
import { runIftaReport } from '../../ifta/worksheets.actions.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { oneCompanyOf } from '../../platform/reports/report-scope.ts'

const kindWords = { row: 'Tax', surcharge: 'Surcharge', outside: 'No tax', subtotal: 'Subtotal' } as const

/** The worksheet of the page /reporting/ifta as a file (REPT-5). */
export const iftaReport = defineReport({
  key: 'ifta',
  name: 'IFTA worksheet',
  description:
    'Distance, fuel and tax by jurisdiction for a quarter, as the IFTA form asks, with what is missing first',
  topic: 'taxes',
  audience: 'everyone',
  parameters: z.strictObject({
    company_id: companyField(),
    quarter: quarterField(),
    base: choiceField('Base jurisdiction', iftaBaseWords),
  }),
  columns: {
    fuel: ['Fuel type', 'word'],
    jurisdiction: 'Jurisdiction',
    row_kind: ['Kind', 'word'],
    distance: ['Distance', 'number'],
    taxable_distance: ['Taxable distance', 'number'],
    bought: ['Fuel bought', 'number'],
    tax_paid: ['Tax-paid fuel', 'number'],
    taxable: ['Taxable fuel', 'number'],
    net: ['Net taxable fuel', 'number'],
    rate: ['Rate', 'price'],
    currency: 'Currency',
    tax: ['Tax', 'money'],
  },
  run: async ({ db, scope, today }, { company_id, quarter: asked, base }) => {
    const company = oneCompanyOf({ scope }, company_id)
    const quarter = asked ?? lastFullQuarter(today)
    const { rows, totals, notes } = await runIftaReport(db, { company_id: company, quarter, base, today })
    return {
      parameters: { company_id: company, quarter, base },
      rows: rows.map(({ fuel_type, kind, jurisdiction, ...figures }) => ({
        fuel: unitFuelWords[fuel_type],
        jurisdiction: jurisdiction && shortJurisdiction(jurisdiction),
        row_kind: kindWords[kind],
        ...figures,
        link: `/reporting/ifta?${new URLSearchParams({ quarter, company: String(company), base })}`,
      })),
      ratios: totals,
      notes,
    }
  },
})
