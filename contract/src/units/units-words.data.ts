export const odometerUnitWords = { km: 'Kilometres', mi: 'Miles' } as const
export const unitFuelWords = { diesel: 'Diesel', gasoline: 'Gasoline' } as const
/** The kinds of service with a name of their own. All others are the company's own words. */
export const serviceKindWords = {
  oil: 'Oil change',
  tires: 'Tires',
  inspection: 'Inspection',
  repair: 'Repair',
} as const
export const serviceStateWords = {
  overdue: 'Past due',
  due: 'Due soon',
  planned: 'Planned',
  unread: 'Last service without odometer',
  unknown: 'No service yet',
} as const
export type ServiceState = keyof typeof serviceStateWords
/** The most pressing first. */
export const serviceStates = Object.keys(serviceStateWords) as [ServiceState, ...ServiceState[]]
/** Why a fill has no economy. */
export const brokenReasonWords = {
  missing: 'No odometer',
  unreadable: 'Odometer is not a number',
  backwards: 'Odometer ran backwards',
  jump: 'More than 2,500 km a day',
} as const
export type BrokenReason = keyof typeof brokenReasonWords
export const brokenReasons = Object.keys(brokenReasonWords) as [BrokenReason, ...BrokenReason[]]
