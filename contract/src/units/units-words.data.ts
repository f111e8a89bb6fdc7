export const odometerUnitWords = { km: 'Kilometres', mi: 'Miles' } as const
export const unitFuelWords = { diesel: 'Diesel', gasoline: 'Gasoline' } as const
