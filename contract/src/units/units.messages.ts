/** Units, the vehicles of a company. */
export const unitMessages = {
  'unit.tank-size': 'A tank holds from {least} to {most} litres.',
  'unit.tank-unit': 'Choose litres or gallons for the tank size.',
} as const
