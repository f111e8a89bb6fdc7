/** The days that date fields offer (LIST-10). */
export const firstDay = '2020-01-01'
export const lastDay = '2040-12-31'
