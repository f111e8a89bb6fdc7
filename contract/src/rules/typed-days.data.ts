/** The days that date fields offer (LIST-10). */
export const firstTypedDay = '2020-01-01'
export const lastTypedDay = '2040-12-31'
