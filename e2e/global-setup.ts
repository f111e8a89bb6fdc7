import { servePortal } from './own-portal.ts'
import { portalPort } from './portal.ts'

/** Starts the portal that the journeys share. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await servePortal(portalPort)
  // The journeys' workers inherit this setting for the commands that they run.
  process.env.E2E_DATA_DIR = dataDir
  return stop
}
