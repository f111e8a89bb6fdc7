import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import type { Db } from '../db/connect.ts'

export const findProviderId = async (db: Db, name: FuelProviderName): Promise<number> =>
  (await db.selectFrom('fuel_providers').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
