import pg from 'pg'
import { attachEmbedded } from '../server/src/db/embedded/embedded.ts'

/**
 * The portal's database, as its owner, for data that no API call creates. Never ended: a worker may return to a file
 * whose journeys were over, and an idle pool does not keep the worker alive.
 */
export const owner = new pg.Pool({
  connectionString: attachEmbedded(process.env.E2E_DATA_DIR ?? '')?.ownerUrl,
  max: 1,
  allowExitOnIdle: true,
})
