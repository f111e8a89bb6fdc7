export type AuditBreach = {
  seal_no: number | null
  audit_id: number | null
  what: string
  /** When the entry was written, or signed if it is gone. */
  at?: string | null
}
/** The keys that are not here, each with the last seal that it signed. */
export type Lacking = Map<string, number>
