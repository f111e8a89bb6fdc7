import type { FeatureRoute } from '../api/route.ts'
import { markupsPath } from './markups.paths.ts'

/** One page for all three, so that a dialog opens and closes over a list that stays as it is (NAV-8). */
const page = async () => (await import('./MarkupsPage.tsx')).MarkupsPage

export const markupsRoutes: readonly FeatureRoute[] = [
  { path: markupsPath, can: 'markups.read', isList: true, page },
  { path: `${markupsPath}/add-new`, can: 'markups.create', isList: true, page, over: markupsPath },
  { path: `${markupsPath}/$id/edit`, can: 'markups.update', isList: true, page, over: markupsPath },
]
