import { smartbuyPath } from '../app/sections.paths.ts'

export const onTheWayPath = `${smartbuyPath}/route`
export const missedPath = `${smartbuyPath}/missed`
