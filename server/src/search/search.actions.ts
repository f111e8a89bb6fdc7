import { can } from '@portal/contract/permissions.ts'
import { type SearchHit, type SearchKind, searchKinds } from '@portal/contract/search/search.ts'
import type { Context } from '../platform/http/context.ts'
import { findByKind } from './search.queries.ts'
import { bestHits } from './search.rules.ts'

/** Searches the kinds of record that the user can list. */
export async function findRecords({ db, actor }: Pick<Context, 'db' | 'actor'>, text: string) {
  const kinds = (Object.keys(searchKinds) as SearchKind[]).filter((kind) => can(actor.grants, searchKinds[kind]))
  const hits: SearchHit[] = []
  for (const kind of kinds) hits.push(...bestHits(text, await findByKind[kind](db, actor.scope, text)))
  return { hits }
}
