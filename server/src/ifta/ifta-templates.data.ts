import { type IftaKind, iftaColumns } from '@portal/contract/ifta/ifta-words.data.ts'

const examples: Record<IftaKind, readonly (readonly string[])[]> = {
  distances: [
    ['T201', 'ON', '4120.5', 'km', ''],
    ['T201', 'NY', '812', 'mi', '790'],
  ],
  fuel: [
    ['T201', 'ON', 'diesel', '310.25', 'L', 'yes', 'Truck stop without a card'],
    ['T201', 'NY', 'diesel', '60', 'GAL', 'no', 'Own tank'],
  ],
  rates: [
    ['ON', 'diesel', '0.0000', 'L', 'CAD', '', 'Matrix of the quarter'],
    ['KY', 'diesel', '0.0000', 'GAL', 'USD', '0.0000', 'Matrix of the quarter'],
  ],
}
/** The headers of each file with rows to write over. */
export const iftaTemplates: Record<IftaKind, readonly (readonly string[])[]> = {
  distances: [iftaColumns.distances, ...examples.distances],
  fuel: [iftaColumns.fuel, ...examples.fuel],
  rates: [iftaColumns.rates, ...examples.rates],
}
