/** Units, the vehicles of a company. */
export const unitMessages = {
  'unit.tank-size': 'A tank holds from {least} to {most} litres.',
  'unit.model-year': 'Enter a model year from {first:plain} to {latest:plain}.',
  'unit.tank-unit': 'Choose litres or gallons for the tank size.',
  'service.plan-empty': 'Enter a distance, a number of months, or both.',
  'service.plan-taken': 'There is already a plan for this kind of service here.',
  'service.plan-start': 'Choose a date from the year 2000 on, at most a year from today.',
  'service.too-many-plans': 'A company can have {max} service plans. Delete one first.',
  'service.amount-currency': 'Choose the currency of the amount.',
  'service.in-future': 'A service cannot be dated after today.',
  'service.too-early': 'A service cannot be dated before the year 2000.',
  'service.odometer-far':
    'Not believable: around this date the odometer read about {reading} {unit}. Check the reading and the date.',
  'service.decided': 'This purchase was already accepted or dismissed.',
} as const
