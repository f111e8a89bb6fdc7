import type { markups } from '@portal/contract/markups/markups.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { markupsPath } from './markups.paths.ts'

/** One page for all three addresses, so a dialog opens and closes over an unchanged list (NAV-8). */
const page = async () => (await import('./MarkupsPage.tsx')).MarkupsPage

export const markupsRoutes: readonly FeatureRoute[] = [
  { path: markupsPath, can: accessOf<typeof markups.list>('markups.read'), isList: true, page },
  {
    path: `${markupsPath}/add-new`,
    can: accessOf<typeof markups.create>('markups.create'),
    isList: true,
    page,
    over: markupsPath,
  },
  {
    path: `${markupsPath}/$id/edit`,
    can: accessOf<typeof markups.update>('markups.update'),
    isList: true,
    page,
    over: markupsPath,
  },
]
