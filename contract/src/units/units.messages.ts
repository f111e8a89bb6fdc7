/** Units, the vehicles of a company. */
export const unitMessages = {
  'unit.tank-unit': 'Choose litres or gallons for the tank size.',
} as const
