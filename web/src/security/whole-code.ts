/** Six digits, with or without a space. */
export const isWholeCode = (typed: string, isRecovery: boolean): boolean =>
  isRecovery ? typed.trim().length >= 10 : /^\d{6}$/.test(typed.replace(/[\s-]/g, ''))
