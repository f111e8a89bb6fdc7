/** One fleet bought in all of them, the other in the last two, of which the last is still running. */
export const iftaQuarters = ['2026Q1', '2026Q2', '2026Q3', '2026Q4'] as const
/** The quarter with fuel bought elsewhere. */
export const elsewhereQuarter = '2026Q3'
export const iftaFleets = ['Northline Haulage', 'Prairie Freight'] as const
export const sampleSource = 'Sample rates, not for filing'

/** Cents a gallon for diesel, made up within the usual range: samples, as each row of them says. */
const provinces = { AB: 35, BC: 55, MB: 38, NB: 43, NL: 26, NS: 43, ON: 39, PE: 39, QC: 56, SK: 41 }
const states =
  'AL 29 AZ 26 AR 28 CA 92 CO 32 CT 49 DE 22 FL 40 GA 37 ID 32 IL 74 IN 60 IA 33 KS 26 KY 22 LA 20 ME 31 MD 47 MA 24 MI 51 MN 32 MS 18 MO 29 MT 30 NE 32 NV 27 NH 22 NJ 57 NM 21 NY 38 NC 40 ND 23 OH 47 OK 19 OR 0 PA 74 RI 40 SC 28 SD 28 TN 27 TX 20 UT 37 VT 31 VA 32 WA 58 WV 36 WI 33 WY 24'
/** States that add a surcharge to what is used there, in cents a gallon. */
const surcharges: Record<string, number> = { KY: 10, VA: 14 }
const cadOfUsd = 1.37
const litresOfGallon = 3.785411784

type SampleRate = {
  jurisdiction: string
  fuel_type: 'diesel' | 'gasoline'
  unit: 'L' | 'GAL'
  rate_e6: number
  surcharge_e6: number | null
}
const pairs = [...states.matchAll(/([A-Z]{2}) (\d+)/g)].map(
  ([, code = '', rate]) => [`US-${code}`, Number(rate)] as const,
)
const perGallon = [...Object.entries(provinces).map(([code, rate]) => [`CA-${code}`, rate] as const), ...pairs]
const fuelShare = { diesel: 1, gasoline: 0.85 } as const

/** To four decimals, as a matrix prints them. */
const e6Of = (cents: number, unit: 'L' | 'GAL'): number =>
  100 * Math.round(unit === 'GAL' ? cents * 100 : (cents * 100 * cadOfUsd) / litresOfGallon)

/** Every member, both fuel types, per litre in CAD and per gallon in USD. */
export const sampleRates: readonly SampleRate[] = perGallon.flatMap(([jurisdiction, cents]) =>
  (['diesel', 'gasoline'] as const).flatMap((fuel_type) =>
    (['L', 'GAL'] as const).map((unit) => {
      const surcharge = surcharges[jurisdiction.slice(3)]
      return {
        jurisdiction,
        fuel_type,
        unit,
        rate_e6: e6Of(Math.round(cents * fuelShare[fuel_type]), unit),
        surcharge_e6: surcharge && jurisdiction.startsWith('US-') ? e6Of(surcharge, unit) : null,
      }
    }),
  ),
)
