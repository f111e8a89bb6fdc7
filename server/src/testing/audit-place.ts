import type { KeyPlace } from '../db/audit/audit-keys.ts'

/** A data folder with the audit log's key and anchors; without `keys`, a key is made in it. */
export const auditPlaceIn = (dataDir: string, keys: Buffer[] = []): KeyPlace => ({
  dataDir,
  audit: { keys, anchorFile: `${dataDir}/audit-anchors.jsonl`, anchorUrl: null },
})
