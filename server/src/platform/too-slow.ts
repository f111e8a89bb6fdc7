import pg from 'pg'

/** The statement took longer than a request may; a job has more time (REPT-8). */
export const isTooSlow = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'
