/** Straight-line distances: roads are longer, so the defaults are modest. */
export const defaultCorridorKm = 50
export const maxCorridorKm = 300
export const defaultRadiusKm = 50
export const maxRadiusKm = 300
/** The tank of a highway tractor, if the unit's own is not known. */
export const defaultTankLitres = 400
export const maxTankLitres = 9999
/** The longest period of missed savings as a list; the report has any. */
export const maxMissedDays = 31
/** The hours of the provider between which the price list is mailed (SMART-4). */
export const mailHours = { from: 6, until: 12 } as const
