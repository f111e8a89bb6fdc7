import type { Density, KeptView, ShownColumn } from '@portal/contract/views/list-settings.ts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Session, sessionKey, useSession } from '../api/session.ts'
import { nothingArranged } from './columns/arrangement.ts'

/** Loaded with the first change. */
const changing = () => import('./change-settings.ts')

/**
 * How the user has arranged lists (UX-6). It came with the session, so that no list waits for it; a change shows at once
 * and is stored with the user, for every device.
 */
export function useListSettings(list: string) {
  const session = useSession()
  const queries = useQueryClient()
  const settings = useQuery<Session>({ queryKey: sessionKey, queryFn: skipToken }).data?.lists ?? session.lists
  return {
    density: settings.density,
    mayShare: settings.may_share,
    layout: settings.layouts[list] ?? nothingArranged,
    arrange: async (columns: ShownColumn[] | null) => (await changing()).storeLayout(queries, list, { columns }),
    openWith: async (view: KeptView | null) => (await changing()).storeLayout(queries, list, { view }),
    /** After its view was deleted, which the server has forgotten too. */
    forgetView: async () => (await changing()).showLayout(queries, list, { view: null }),
    chooseDensity: async (density: Density) => (await changing()).storeDensity(queries, density),
  }
}
export type OwnListSettings = ReturnType<typeof useListSettings>
