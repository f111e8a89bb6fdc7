import {
  type Arrangement,
  type Density,
  type ListLayout,
  type ListSettings,
  listSettings,
} from '@portal/contract/views/list-settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Session, sessionKey } from '../api/session.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { translateNow } from '../ui/words/translation.ts'
import { nothingArranged } from './columns/arrangement.ts'

const show = (queries: QueryClient, change: (now: ListSettings) => ListSettings) =>
  queries.setQueryData<Session>(sessionKey, (now) => now && { ...now, lists: change(now.lists) })
const report = (error: Error) =>
  notify.failure(translateNow('Operation Failed!'), sentence(translateNow, error.message))

/** Shows the list's new arrangement. */
export function showLayout(queries: QueryClient, list: string, part: Partial<ListLayout>): void {
  show(queries, (now) => ({
    ...now,
    layouts: { ...now.layouts, [list]: { ...nothingArranged, ...now.layouts[list], ...part } },
  }))
}
/** Shows it and stores it with the user. */
export function storeLayout(queries: QueryClient, list: string, part: Partial<ListLayout>): void {
  showLayout(queries, list, part)
  const body: Arrangement = {
    list,
    ...(part.columns === undefined ? {} : { columns: part.columns }),
    ...(part.view === undefined ? {} : { view_id: part.view?.id ?? null }),
  }
  call(listSettings.arrange, { body }).catch(report)
}
export function storeDensity(queries: QueryClient, density: Density): void {
  show(queries, (now) => ({ ...now, density }))
  call(listSettings.setDensity, { body: { density } }).catch(report)
}
