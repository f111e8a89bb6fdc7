import type { SearchHit } from '@portal/contract/search/search.ts'

/** Without accents and case, for tolerant matching. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
const joined = (text: string): string => plain(text).replaceAll(' ', '')

/** Whether a hit of an earlier text also answers what is typed now, so that Enter opens no other record. */
export const hitFits = ({ label, detail }: Pick<SearchHit, 'label' | 'detail'>, typed: string): boolean =>
  [label, detail ?? ''].some((text) => joined(text).includes(joined(typed)))
