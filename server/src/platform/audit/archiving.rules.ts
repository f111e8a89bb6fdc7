/** The audit log is archived by whole months: the first day of the month in which the days to keep began. */
export const archivedBefore = (now: Date, keepDays: number): string =>
  `${new Date(now.getTime() - keepDays * 86_400_000).toISOString().slice(0, 7)}-01`
