/** Units, the vehicles of a company. */
export const unitMessages = {
  'unit.tank-unit': 'Say whether the tank size is in litres or gallons.',
} as const
