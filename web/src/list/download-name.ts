import type { CompanyProfile } from '@portal/contract/profile/profile.ts'

/** A name in a file name: `Transport Bélanger & Fils` becomes `transport-belanger-fils`. */
const fileWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

type Named = {
  rows: string
  by?: 'line' | undefined
  company: Pick<CompanyProfile, 'kind' | 'name'>
  day: string
  format: string
}
/** Of which list, which customer and which day a downloaded file is. */
export const downloadName = ({ rows, by, company, day, format }: Named): string =>
  `${[rows, ...(by ? ['by line'] : []), ...(company.kind === 'customer' ? [company.name] : []), day].map(fileWord).join('-')}.${format}`

const two = (value: number) => String(value).padStart(2, '0')
/** The day where the user is. */
export const localDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
