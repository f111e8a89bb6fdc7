import type { ListQuery } from '@portal/contract/list.ts'
import type { KeptView } from '@portal/contract/views/list-settings.ts'
import type { Search } from '../../api/search.ts'

/** A view as an address, as it was kept: the list says what of it no longer exists (LIST-14). */
export const searchOfView = ({ filter, sort, size }: Pick<KeptView, 'filter' | 'sort' | 'size'>): Search => ({
  ...(filter.length > 0 ? { filter } : {}),
  ...(sort === null ? {} : { sort }),
  size,
})
/** What a view keeps of the list's state. */
export const keptOf = ({ filter, sort, size }: ListQuery) => ({ filter, sort, size: size as KeptView['size'] })
